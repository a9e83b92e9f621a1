import type { Nanos } from '../core/units.ts';
import { type Offence, STAYS } from '../games/kit/verdict.ts';
import type { SeatDeparture } from './seat.ts';

export interface NamedPlayer {
  readonly name: string;
  readonly command: string;
}

/** A player that leaves before the game has failed, and the rule says how. */
export function failedStart(
  gone: SeatDeparture,
  ready: boolean,
  unfinished: string | undefined,
): { readonly offence: Offence } {
  const when = ready ? 'after it was ready, before the game began' : 'before it was ready';
  const fault = startupFault(gone, when);
  const { rule } = fault;
  const why = ready ? `${fault.why}. ${STAYS}` : fault.why;
  return { offence: startupOffence(rule, unfinished === undefined ? why : `${why}. It ${unfinished}`) };
}

function startupFault(
  { code, signal, problem, cause }: SeatDeparture,
  when: string,
): { rule: string; why: string } {
  if (problem !== undefined && code === null) return { rule: 'not-executable', why: problem };
  const because = problem === undefined ? undefined : `status ${code}: ${problem}`;
  if (code === 127)
    return {
      rule: 'not-found',
      why: because ?? 'exited with status 127: the shell did not find the command',
    };
  if (code === 126)
    return {
      rule: 'not-executable',
      why: because ?? 'exited with status 126: the shell could not execute the command',
    };
  if (signal !== null) return { rule: 'exited', why: `was killed by ${signal} ${when}` };
  if (cause === 'closed') return { rule: 'exited', why: `closed its output ${when}` };
  if (code === null) return { rule: 'exited', why: `ended ${when} for an unknown reason` };
  const more = problem === undefined ? '' : `: ${problem}`;
  return { rule: 'exited', why: `exited with status ${code} ${when}${more}` };
}

/** A player wrote no complete message. Output without a flush is the most common reason. */
export function silent(
  player: NamedPlayer,
  limit: Nanos,
  unfinished: string | undefined,
  unready: string | undefined,
  lacksProcessor: boolean,
): Offence {
  const likely = lacksProcessor ? OVERLOADED : flushHint(player.command);
  const hints = [compileHint(player.command), likely, SLOW, unready];
  const why =
    unfinished === undefined ? hints.filter((hint) => hint !== undefined).join('. ') : `It ${unfinished}`;
  const detail = `was not ready within ${limit / 1e9} s. ${why}`;
  return startupOffence('silent', detail);
}

const OVERLOADED =
  'The machine was overloaded: the player had to wait for a processor. Run fewer games at once';
const SLOW = 'If the program needs more time to start, set a longer --ready-timeout';

function startupOffence(rule: string, detail: string): Offence {
  return { kind: 'startup', rule, detail };
}

/** Commands that compile or set up a program at each start: a sign of each, and the advice. */
const builders: readonly (readonly [sign: RegExp, once: string])[] = [
  [/\bgo run\b/, 'go build -o bot ., then ./bot'],
  [/\bcargo (?:run|r)\b/, 'cargo build --release, then target/release/NAME'],
  [/\brust-script\b/, 'rustc -O bot.rs, then ./bot'],
  [/\bdotnet (?:run|watch|fsi)\b/, 'dotnet publish -o out, then dotnet out/NAME.dll'],
  [/\bmvnw?\b/, 'mvn package, then java -jar target/NAME.jar'],
  [/\bgradlew?\b/, 'gradle installDist, then build/install/NAME/bin/NAME'],
  [/\bjava [^;&|]*\.java\b/, 'javac NAME.java, then java NAME'],
  [
    /\bkotlinc\b|\bkotlin [^;&|]*\.kts?\b/,
    'kotlinc bot.kt -include-runtime -d bot.jar, then java -jar bot.jar',
  ],
  [/\bscala(?:-cli)? [^;&|]*\.(?:scala|sc)\b/, 'scala-cli --power package . -o bot, then ./bot'],
  [/\bsbt\b/, 'sbt stage, then target/universal/stage/bin/NAME'],
  [/\bswift (?:run\b|[^;&|]*\.swift\b)/, 'swift build -c release, then .build/release/NAME'],
  [/\brun(?:ghc|haskell)\b|\b(?:cabal|stack) (?:run|exec)\b/, 'ghc -O bot.hs, then ./bot'],
  [/\bzig (?:build )?run\b/, 'zig build-exe -O ReleaseFast bot.zig, then ./bot'],
  [/\bnim r\b|\bnim c [^;&|]*-r\b/, 'nim c -d:release bot.nim, then ./bot'],
  [/\bcrystal (?:run\b|[^;&|]*\.cr\b)/, 'crystal build --release bot.cr, then ./bot'],
  [/\bdart run\b/, 'dart compile exe bot.dart, then ./bot.exe'],
  [/\b(?:npx )?(?:ts-node|tsx)\b/, 'tsc bot.ts, then node bot.js'],
  [/\bnpx\b|\bnpm (?:exec|run|start)\b/, 'npm install, then node FILE.js'],
  [/\b(?:uv|poetry|pipenv) run\b/, 'uv sync, then .venv/bin/python bot.py'],
  [
    /\b(?:cc|gcc|g\+\+|clang(?:\+\+)?|rustc|ghc|javac|tsc|make|cmake|ninja)\b[^;&|]*(?=&&|;)/,
    'run the compiler, then use only the program as the command',
  ],
];

const LONGEST = 60;

export function compileHint(command: string): string | undefined {
  for (const [sign, once] of builders) {
    const [found] = sign.exec(command) ?? [];
    if (found === undefined) continue;
    const shown = found.trim().slice(0, LONGEST);
    return `It may still be starting, because \`${shown}\` does other work before it runs the program. Build the program first (${once})`;
  }
  return undefined;
}

const languages: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/\bpython[\d.]*\b|\bpypy|\.py\b/, 'in Python: print(..., flush=True)'],
  [/\bruby\b|\.rb\b/, 'in Ruby: $stdout.sync = true, or $stdout.flush'],
  [
    /\bnode\b|\bdeno\b|\bbun\b|\.[cm]?[jt]s\b/,
    'in JavaScript: use process.stdout.write(...), which needs no flush',
  ],
  [/\bperl\b|\.pl\b/, 'in Perl: $| = 1'],
  [/\bjava\b|\.jar\b/, 'in Java: System.out.flush()'],
  [/\bdotnet\b|\bmono\b|\.fsx?\b|\.csx?\b|\.exe\b|\.dll\b/, 'in C# and F#: Console.Out.Flush()'],
  [/\bgo run\b|\.go\b/, 'in Go: call Flush() on a bufio.Writer; os.Stdout itself needs no flush'],
  [/\bcargo\b|\.rs\b|\btarget\/(?:debug|release)\//, 'in Rust: std::io::stdout().flush().unwrap()'],
  [/\b[gm]?awk\b|\.awk\b/, 'in awk: fflush() (and mawk -W interactive)'],
  [/\blua\b|\.lua\b/, 'in Lua: io.stdout:flush()'],
  [/\bphp\b|\.php\b/, 'in PHP: fflush(STDOUT)'],
  [/\brunghc\b|\.hs\b/, 'in Haskell: hFlush stdout'],
  [/\bocaml\b|\.ml\b/, 'in OCaml: flush stdout'],
];

export function flushHint(command: string): string {
  const known = languages.find(([sign]) => sign.test(command));
  const how = known ? known[1] : 'in C: fflush(stdout); Python: flush=True; Ruby: $stdout.flush';
  return `If it wrote something, it did not flush its output (${how})`;
}
