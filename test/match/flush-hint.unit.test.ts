import t from 'tap';
import { flushHint } from '../../host/match/referee/flush-hint.ts';

t.test('A player that is silent is told how to flush in its own language', async (t) => {
  for (const [command, how] of [
    ['python3 bot.py', 'print(..., flush=True)'],
    ['ruby bot.rb', '$stdout.flush'],
    ['node bot.js', 'process.stdout.write'],
    ['perl bot.pl', '$| = 1'],
    ['java -jar bot.jar', 'System.out.flush()'],
    ['java Bot.java', 'System.out.flush()'],
    ['dotnet run', 'Console.Out.Flush()'],
    ['csharp Bot.cs', 'Console.Out.Flush()'],
    ['go run bot.go', 'in Go: Flush() of the bufio.Writer'],
    ['go run .', 'in Go: Flush() of the bufio.Writer'],
    ['cargo run --release', 'std::io::stdout().flush()'],
    ['./target/release/bot', 'std::io::stdout().flush()'],
    ['lua bot.lua', 'io.stdout:flush()'],
    ['./bot', 'in C: fflush(stdout); Python: flush=True; Ruby: $stdout.flush'],
  ] as const)
    t.ok(flushHint(command).includes(how), `${command}: ${flushHint(command)}`);
});
