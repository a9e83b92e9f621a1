/** What runs a file of this kind, where the file does not say it. */
const byEnding: readonly (readonly [ending: RegExp, interpreter: string])[] = [
  [/\.py$/, 'python3'],
  [/\.rb$/, 'ruby'],
  [/\.[cm]?[jt]s$/, 'node'],
  [/\.pl$/, 'perl'],
  [/\.lua$/, 'lua'],
  [/\.php$/, 'php'],
  [/\.awk$/, 'awk -f'],
  [/\.jar$/, 'java -jar'],
  [/\.java$/, 'java'],
  [/\.dll$/, 'dotnet'],
  [/\.exe$/, 'mono'],
  [/\.R$/, 'Rscript'],
  [/\.jl$/, 'julia'],
  [/\.(?:ba)?sh$/, 'sh'],
];

export function interpreterOf(file: string): string | undefined {
  return byEnding.find(([ending]) => ending.test(file))?.[1];
}

const NAMES =
  /^(?:python[\d.]*|pypy[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|tsx|perl[\d.]*|lua[\d.]*|luajit|php[\d.]*|java|dotnet|mono|[gmn]?awk|Rscript|julia|sh|bash|dash|zsh|ksh)$/;

/** Named alone, it reads its program from standard input, or none: such a command is no player. */
export function isInterpreter(word: string): boolean {
  return NAMES.test(word);
}
