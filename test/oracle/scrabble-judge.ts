/**
 * What makes a play legal and what it brings, said a second time and as simply as can be: a table of texts for all
 * that lies, and every place looked at. The game's own judge must say the same of every move.
 */
export interface NaiveTable {
  readonly rules: 'tournament' | 'course' | 'simple';
  /** The kind of square of each place (`3 -2`) that has one. */
  readonly squares: ReadonlyMap<string, number>;
  readonly center: readonly [x: number, y: number];
  /** For each tile what it can stand for, as on the wire: `A1`. */
  readonly tiles: ReadonlyMap<number, readonly string[]>;
  readonly words: ReadonlySet<string> | undefined;
  readonly handSize: number;
  readonly player: number;
}

interface Tile {
  readonly letter: string;
  readonly points: number;
}

export interface NaivePlacement extends Tile {
  readonly x: number;
  readonly y: number;
  readonly id: number;
}

/** What lies at each place. */
export type Lying = ReadonlyMap<string, Tile>;

/** Lines of errors, or the words with their points and the points of all. */
export type NaiveJudgement =
  | { readonly errors: readonly string[] }
  | { readonly words: readonly string[]; readonly points: number };

interface Run {
  readonly letters: string;
  readonly x: number;
  readonly y: number;
  readonly way: 'across' | 'down';
  readonly points: number;
}

const key = (x: number, y: number) => `${x} ${y}`;

export function judgeNaively(
  table: NaiveTable,
  lying: Lying,
  held: readonly number[],
  move: readonly NaivePlacement[],
): NaiveJudgement {
  if (move.length === 0) return { errors: ['error emptymove'] };
  for (const stage of [tileByTile, oneLine, noGaps, rightPlace]) {
    const errors = stage(table, lying, move, held);
    if (errors.length > 0) return { errors: errors.map((error) => `error ${error}`) };
  }
  return table.rules === 'simple' ? readAlong(table, lying, move) : readAll(table, lying, move);
}

function tileByTile(
  table: NaiveTable,
  lying: Lying,
  move: readonly NaivePlacement[],
  held: readonly number[],
): string[] {
  return move.flatMap(({ x, y, id, letter, points }, index) => {
    const before = move.slice(0, index);
    const errors: string[] = [];
    const faces = table.tiles.get(id);
    const uses = before.filter((other) => other.id === id).length + 1;
    if (!faces) errors.push(`piecedoesnotexist ${id}`);
    if (faces && uses > held.filter((other) => other === id).length)
      errors.push(`playerdoesnothavepiece ${table.player} ${id}`);
    if (faces && !faces.includes(letter + points)) errors.push(`invalidpieceinst ${id} ${letter}${points}`);
    if (!table.squares.has(key(x, y))) errors.push(`emptytile ${x} ${y}`);
    const there = lying.get(key(x, y)) ?? before.find((other) => other.x === x && other.y === y);
    if (there) errors.push(`occupiedtile ${letter}${points} ${x} ${y} ${there.letter}${there.points}`);
    return errors;
  });
}

function oneLine(_: NaiveTable, __: Lying, move: readonly NaivePlacement[]): string[] {
  const columns = new Set(move.map(({ x }) => x));
  const rows = new Set(move.map(({ y }) => y));
  if (columns.size === 1 || rows.size === 1) return [];
  return [`wordnotonroworcolumn ${move.map(({ x, y }) => key(x, y)).join(' ')}`];
}

function noGaps({ squares }: NaiveTable, lying: Lying, move: readonly NaivePlacement[]): string[] {
  const laid = new Set(move.map(({ x, y }) => key(x, y)));
  const gaps: string[] = [];
  for (let x = Math.min(...move.map((tile) => tile.x)); x <= Math.max(...move.map((tile) => tile.x)); x++)
    for (let y = Math.min(...move.map((tile) => tile.y)); y <= Math.max(...move.map((tile) => tile.y)); y++)
      if (!laid.has(key(x, y)) && !lying.has(key(x, y))) gaps.push(key(x, y));
  return [
    ...(gaps.some((gap) => !squares.has(gap)) ? ['wordoutsideboard'] : []),
    ...(gaps.some((gap) => squares.has(gap)) ? ['wordnotconnected'] : []),
  ];
}

function rightPlace(table: NaiveTable, lying: Lying, move: readonly NaivePlacement[]): string[] {
  if (table.rules === 'simple') return [];
  const around = ({ x, y }: NaivePlacement) => [key(x + 1, y), key(x - 1, y), key(x, y + 1), key(x, y - 1)];
  if (lying.size > 0)
    return move.some((tile) => around(tile).some((place) => lying.has(place))) ? [] : ['wordnotadjacent'];
  const center = key(...table.center);
  return [
    ...(move.length < 2 ? ['firstwordtooshort'] : []),
    ...(move.some(({ x, y }) => key(x, y) === center) ? [] : [`firstwordnotovercenter ${center}`]),
  ];
}

/** All runs through a tile of the move, each once; the one along the play first, then by x, then y. */
function readAll(table: NaiveTable, lying: Lying, move: readonly NaivePlacement[]): NaiveJudgement {
  const runs = new Map<string, Run>();
  for (const tile of move)
    for (const way of ['across', 'down'] as const) {
      const run = runThrough(table, lying, move, tile, way);
      if ([...run.letters].length > 1) runs.set(`${key(run.x, run.y)} ${way}`, run);
    }
  const along = wayOf(move) ?? ([...runs.values()].some(({ way }) => way === 'across') ? 'across' : 'down');
  const main = [...runs.values()].filter(({ way }) => way === along);
  const others = [...runs.values()].filter(({ way }) => way !== along);
  others.sort((one, other) => one.x - other.x || one.y - other.y);
  const ordered = [...main, ...others];
  const wrong = ordered.filter(({ letters }) => !isWord(table, letters));
  if (wrong.length > 0) return { errors: wrong.map(({ letters }) => `error wordnotindictionary ${letters}`) };
  const bonus = move.length === table.handSize ? 50 : 0;
  return { words: ordered.map(shown), points: ordered.reduce((sum, { points }) => sum + points, bonus) };
}

function readAlong(table: NaiveTable, lying: Lying, move: readonly NaivePlacement[]): NaiveJudgement {
  const way = wayOf(move);
  const ways = way ? [way] : (['across', 'down'] as const);
  const runs = ways.map((each) => ({
    ...runThrough(table, lying, move, move[0]!, each),
    points: [...runThrough(table, lying, move, move[0]!, each).letters].length,
  }));
  runs.sort((one, other) => other.points - one.points);
  const best = runs.find(({ letters }) => isWord(table, letters));
  if (!best) return { errors: [`error wordnotindictionary ${runs[0]!.letters}`] };
  return { words: [shown(best)], points: best.points };
}

function wayOf(move: readonly NaivePlacement[]): 'across' | 'down' | undefined {
  if (move.length === 1) return undefined;
  return move[0]!.y === move[1]!.y ? 'across' : 'down';
}

const isWord = ({ words }: NaiveTable, letters: string) => words === undefined || words.has(letters);
const shown = ({ letters, x, y, way, points }: Run) => `${letters} ${x} ${y} ${way} ${points}`;

function runThrough(
  table: NaiveTable,
  lying: Lying,
  move: readonly NaivePlacement[],
  from: NaivePlacement,
  way: 'across' | 'down',
): Run {
  const all = new Map<string, Tile>([
    ...lying,
    ...move.map((tile): [string, Tile] => [key(tile.x, tile.y), tile]),
  ]);
  const [right, down] = way === 'across' ? [1, 0] : [0, 1];
  let { x, y } = from;
  while (all.has(key(x - right, y - down))) [x, y] = [x - right, y - down];
  const places: string[] = [];
  for (let at = key(x, y), step = 0; all.has(at); at = key(x + ++step * right, y + step * down))
    places.push(at);
  const tiles = places.map((place) => all.get(place)!);
  const kinds = places.map((place) => (lying.has(place) ? 0 : table.squares.get(place)!));
  return { letters: tiles.map(({ letter }) => letter).join(''), x, y, way, points: score(tiles, kinds) };
}

/** What each kind of square does, from the table of the built-in boards: for its letter, and for the word. */
const letterTimes = [1, 2, 3, 1, 1];
const wordTimes = [1, 1, 1, 2, 3];

/** A kind of square that no built-in board has: its program fails in words of more than four letters. */
export const FRAIL = 5;
/** One that is worth the length of the word, whatever lies there. */
export const ODD = 6;

function score(tiles: readonly Tile[], kinds: readonly number[]): number {
  if (kinds.includes(FRAIL) && tiles.length > 4) return 0;
  let points = 0;
  for (const [place, { points: own }] of tiles.entries())
    points += kinds[place] === ODD ? tiles.length : own * (letterTimes[kinds[place]!] ?? 1);
  for (const kind of kinds) points *= wordTimes[kind] ?? 1;
  return points;
}
