/** A sign of a language in a command, and the line that flushes there. */
const languages: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/\bpython[\d.]*\b|\bpypy|\.py\b/, 'in Python: print(..., flush=True)'],
  [/\bruby\b|\.rb\b/, 'in Ruby: $stdout.sync = true, or $stdout.flush'],
  [/\bnode\b|\bdeno\b|\bbun\b|\.[cm]?[jt]s\b/, 'in JavaScript: process.stdout.write(...) needs no flush'],
  [/\bperl\b|\.pl\b/, 'in Perl: $| = 1'],
  [/\bjava\b|\.jar\b/, 'in Java: System.out.flush()'],
  [/\bdotnet\b|\bmono\b|\.fsx?\b|\.csx?\b|\.exe\b|\.dll\b/, 'in C# and F#: Console.Out.Flush()'],
  [/\bgo run\b|\.go\b/, 'in Go: Flush() of the bufio.Writer; os.Stdout itself needs none'],
  [/\bcargo\b|\.rs\b|\btarget\/(?:debug|release)\//, 'in Rust: std::io::stdout().flush().unwrap()'],
  [/\b[gm]?awk\b|\.awk\b/, 'in awk: fflush() (and mawk -W interactive)'],
  [/\blua\b|\.lua\b/, 'in Lua: io.stdout:flush()'],
  [/\bphp\b|\.php\b/, 'in PHP: fflush(STDOUT)'],
  [/\brunghc\b|\.hs\b/, 'in Haskell: hFlush stdout'],
  [/\bocaml\b|\.ml\b/, 'in OCaml: flush stdout'],
];

/** What a player that is silent may have forgotten. */
export function flushHint(command: string): string {
  const known = languages.find(([sign]) => sign.test(command));
  const how = known ? known[1] : 'in C: fflush(stdout); Python: flush=True; Ruby: $stdout.flush';
  return `If it did write, its output was never flushed (${how})`;
}
