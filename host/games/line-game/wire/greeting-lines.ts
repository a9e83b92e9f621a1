/** Of the wires of all games in lines. */
const VERSION = '1';

/** The lines of a greeting by their first words: what comes after the first word of each. */
export class GreetingLines {
  readonly #byFirst = new Map<string, string[]>();

  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, first = '', rest = ''] = /^ *([^ ]*) ?(.*)$/.exec(line.replace(/\r$/, '')) ?? [];
      this.#byFirst.set(first, [...this.all(first), rest]);
    }
  }

  all(first: string): readonly string[] {
    return this.#byFirst.get(first) ?? [];
  }

  of(first: string): string {
    return this.all(first)[0] ?? '';
  }

  /** What is wrong where the first line names another version of this game's wire; none: it names this one, or is left out. */
  otherVersion(game: string): string | undefined {
    const version = this.of(game);
    if (version === '' || version === VERSION) return undefined;
    return `${game}: expected version ${VERSION} of its wire; got ${version}`;
  }

  /** What the players are called, by seat. */
  names(): string[] {
    return this.all('name').map((name) => name.replace(/^\d+ ?/, ''));
  }
}

export function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

export function nameLines(names: readonly string[]): string[] {
  return names.map((name, index) => `name ${index + 1} ${plain(name)}`);
}

/** Names are free text; a line of the wire is not. */
function plain(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]/gu, '?');
}
