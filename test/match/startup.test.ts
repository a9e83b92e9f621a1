import t from 'tap';
import { compileHint, flushHint } from '../../host/match/startup.ts';

t.test('compile hint', async (t) => {
  t.test('a command that compiles before it runs is known, and what to build first', async (t) => {
    for (const [command, shown, once] of [
      ['go run bot.go', 'go run', 'go build'],
      ['cd bot && go run .', 'go run', 'go build'],
      ['cargo run --release', 'cargo run', 'cargo build --release'],
      ['cargo r -q', 'cargo r', 'cargo build --release'],
      ['dotnet run --project Bot', 'dotnet run', 'dotnet publish'],
      ['dotnet fsi bot.fsx', 'dotnet fsi', 'dotnet publish'],
      ['mvn -q exec:java', 'mvn', 'mvn package'],
      ['./gradlew -q run', 'gradlew', 'gradle installDist'],
      ['java Bot.java', 'java Bot.java', 'javac'],
      ['java -Xmx1g src/Bot.java --fast', 'java -Xmx1g src/Bot.java', 'javac'],
      ['kotlinc -script bot.kts', 'kotlinc', 'bot.jar'],
      ['scala-cli run bot.scala', 'scala-cli run bot.scala', 'scala-cli'],
      ['swift run', 'swift run', 'swift build'],
      ['swift bot.swift', 'swift bot.swift', 'swift build'],
      ['runghc bot.hs', 'runghc', 'ghc -O'],
      ['zig run bot.zig', 'zig run', 'zig build-exe'],
      ['npx tsx bot.ts', 'npx tsx', 'tsc'],
      ['npx ts-node bot.ts', 'npx ts-node', 'tsc'],
      ['npm start', 'npm start', 'npm install'],
      ['uv run bot.py', 'uv run', 'uv sync'],
      ['gcc -O2 bot.c -o bot && ./bot', 'gcc -O2 bot.c -o bot', 'only the program'],
      ['make -s; ./bot', 'make -s', 'only the program'],
    ] as const) {
      const hint = compileHint(command);
      t.match(hint, `still be starting, because \`${shown}\` `, command);
      t.match(hint, once, command);
    }
  });

  t.test('of other commands nothing is said', async (t) => {
    for (const command of [
      './bot',
      'cd bot && ./bot',
      'python3 bot.py',
      'java -jar bot.jar',
      'java Bot',
      'node bot.js',
      'node bot.ts',
      'dotnet out/Bot.dll',
      'ruby make.rb',
      './cargo-bot run',
      'kotlin -cp . BotKt',
    ])
      t.equal(compileHint(command), undefined, command);
  });
});

t.test('flush hint', async (t) => {
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
      ['go run bot.go', 'in Go: call Flush() on a bufio.Writer'],
      ['go run .', 'in Go: call Flush() on a bufio.Writer'],
      ['cargo run --release', 'std::io::stdout().flush()'],
      ['./target/release/bot', 'std::io::stdout().flush()'],
      ['lua bot.lua', 'io.stdout:flush()'],
      ['./bot', 'in C: fflush(stdout); Python: flush=True; Ruby: $stdout.flush'],
    ] as const)
      t.ok(flushHint(command).includes(how), `${command}: ${flushHint(command)}`);
  });
});
