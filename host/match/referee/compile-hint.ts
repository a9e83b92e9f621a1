/** Commands that compile a program, or set it up, each time before they run it: a sign of each, and what to do once instead. */
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
    'run the compiler, then name only the program',
  ],
];

const LONGEST = 60;

/** What a player that is not ready in time may still be doing; none: its command does not tell. */
export function compileHint(command: string): string | undefined {
  for (const [sign, once] of builders) {
    const [found] = sign.exec(command) ?? [];
    if (found === undefined) continue;
    const shown = found.trim().slice(0, LONGEST);
    return `It may still be starting: \`${shown}\` has work to do before the program runs. Build it first (${once})`;
  }
  return undefined;
}
