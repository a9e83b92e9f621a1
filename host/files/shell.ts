/** Quotes any text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes only if a character needs it. */
export function quotedIfNeeded(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : quoted(text);
}

/** Quotes a word for people: invisible bytes and commands of CI services become escapes. */
export function shellWord(text: string): string {
  const pieces = text.split(/((?:[^\P{C}\n\t]|[\p{Zl}\p{Zp}]|\n[ \t\n]*(?::(?=:)|#(?=#\[)))+)/u);
  if (pieces.length === 1) return quotedIfNeeded(text);
  return pieces
    .map((piece, index) => (index % 2 === 0 ? quoted(piece) : `"$(printf '${octal(piece)}')"`))
    .filter((word) => word !== "''")
    .join('');
}

function octal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

export function quotedWords(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

/** A shell would lose other variables, or end. Some belong to the shell and are read-only. */
const NAME = /^(?!(?:UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO)$)[A-Za-z_][A-Za-z0-9_]*$/;

/** One line for each variable that a shell can export. */
export function exportLines(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment)
    .filter(([name]) => NAME.test(name))
    .map(([name, value]) => `export ${name}=${quoted(value)}`);
}

/** Undefined if the word has a variable, a pattern or a command, which only a shell can expand. */
export type ShellWord = string | undefined;

const AT_BEGIN = String.raw`(?<=^|[\s;|&()<>])`;
const TOKEN = new RegExp(
  [
    "'(?<single>[^']*)'",
    String.raw`"(?<double>(?:[^"\\]|\\.)*)"`,
    String.raw`\\(?<escaped>.)`,
    String.raw`(?<none>[ \t]+|${AT_BEGIN}#[^\n]*)`,
    String.raw`(?<end>[;|&()\n]+)`,
    String.raw`(?<redirection>${AT_BEGIN}\d*[<>][<>&|]*|[<>]+[&|]*)`,
    String.raw`(?<home>${AT_BEGIN}~(?=[/\s]|$))`,
    String.raw`(?<plain>[^\s'"\\#;|&()<>~]+|.)`,
  ].join('|'),
  'gs',
);

/** The words of each simple command without quotes. Output files are no words. */
export function simpleCommands(line: string, home = '~'): readonly (readonly ShellWord[])[] {
  const reader = new CommandReader();
  for (const { groups = {} } of line.matchAll(TOKEN)) {
    const { single, double, escaped, none, end, redirection, plain } = groups;
    if (none !== undefined) reader.endWord();
    else if (end !== undefined) reader.endCommand();
    else if (redirection !== undefined) reader.redirect(redirection.includes('>'));
    else if (double !== undefined) reader.add(double.replace(/\\([\\$`"])/g, '$1'), isExpanded(double));
    else if (plain !== undefined) reader.add(plain, /[$`*?[]/.test(plain));
    else reader.add(single ?? escaped ?? home);
  }
  reader.endCommand();
  return reader.commands.filter((words) => words.length > 0);
}

function isExpanded(text: string): boolean {
  return /(?<!\\)(?:\\\\)*[$`]/.test(text);
}

class CommandReader {
  readonly commands: ShellWord[][] = [[]];
  #word: string | undefined;
  #isKnown = true;
  #isDropped = false;

  add(text: string, isUnknown = false): void {
    this.#word = (this.#word ?? '') + text;
    if (isUnknown) this.#isKnown = false;
  }

  endWord(): void {
    if (this.#word === undefined) return;
    if (!this.#isDropped) this.commands.at(-1)!.push(this.#isKnown ? this.#word : undefined);
    this.#word = undefined;
    this.#isKnown = true;
    this.#isDropped = false;
  }

  endCommand(): void {
    this.endWord();
    this.commands.push([]);
  }

  /** The next word is the file of a redirection. */
  redirect(isOutput: boolean): void {
    this.endWord();
    this.#isDropped = isOutput;
  }
}
