/** Reads prompts by their own words alone. */

/** The lines between a line that begins so and the next line that does not have this form. */
function linesAfter(text: string, beginning: string, form: RegExp): string[] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(beginning)) + 1;
  const end = lines.findIndex((line, index) => index >= from && !form.test(line));
  return lines.slice(from, end === -1 ? lines.length : end);
}

function after(text: string, beginning: string): string {
  const line = text.split('\n').find((each) => each.startsWith(beginning));
  if (line === undefined) throw new Error(`the prompt has no ${beginning}`);
  return line.slice(beginning.length).trim();
}

export interface ReadScrabble {
  /** Tiles of the board by the names of their squares. */
  readonly board: Readonly<Record<string, string>>;
  /** Free premium squares: their names by what they do. */
  readonly premium: Readonly<Record<string, readonly string[]>>;
  readonly tiles: string;
  readonly points: readonly number[];
  readonly inBag: number;
}

export function readScrabble(prompt: string): ReadScrabble {
  const [head = '', ...rows] = linesAfter(prompt, 'Board (', /^ *(-?\d+|[A-Z]) /);
  const columns = head.trim().split(/ +/);
  const board: Record<string, string> = {};
  for (const row of rows) {
    const [name, ...signs] = row.trim().split(/ +/);
    for (const [index, sign] of signs.entries())
      if (/^[A-Za-z]$/.test(sign))
        board[/[A-Z]/.test(columns[0]!) ? `${columns[index]}${name}` : `${columns[index]},${name}`] = sign;
  }
  const premium = linesAfter(prompt, 'Premium squares', /^(?!Your tiles)/).filter((line) => line !== 'none');
  return {
    board,
    premium: Object.fromEntries(
      premium.map((line) => {
        const [meaning = '', names = ''] = line.split(': ');
        return [meaning, names.split(' ')];
      }),
    ),
    tiles: after(prompt, 'Your tiles:'),
    points: [...after(prompt, 'Points:').matchAll(/player \d+(?: \(you\))? (-?\d+)/g)].map(([, points]) =>
      Number(points),
    ),
    inBag: Number(after(prompt, 'Tiles in the bag:')),
  };
}

export interface ReadBoggle {
  readonly rows: readonly (readonly string[])[];
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

export function readBoggle(prompt: string): ReadBoggle {
  const words = (beginning: string) =>
    prompt.includes(beginning) ? (after(prompt, beginning).match(/[A-Z]+/g) ?? []) : [];
  return {
    rows: linesAfter(prompt, 'Board:', /^[A-Z]{1,4}( [A-Z]{1,4})*$/).map((row) => row.split(' ')),
    found: words('Words that were found:'),
    missed: words('Your wrong guesses:'),
  };
}

export interface ReadBananagrams {
  readonly tiles: string;
  readonly drew: string;
  readonly grid: readonly string[];
}

export function readBananagrams(prompt: string): ReadBananagrams {
  const hasGrid = prompt.includes('Your last grid:');
  const drew = hasGrid ? after(prompt, 'New tiles:') : 'none';
  return {
    tiles: after(prompt, 'Your tiles:'),
    drew: drew === 'none' ? '' : drew,
    grid: hasGrid ? linesAfter(prompt, 'Your last grid:', /^[A-Z.]+$/) : [],
  };
}
