import t from 'tap';
import { SparseGrid } from '../../host/core/sparse-grid.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import type { Judgement } from '../../host/games/scrabble/judge/judgement.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import type { TileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { judgeNaively, type Lying, type NaiveTable } from '../oracle/scrabble-judge.ts';
import fc, { runs } from '../support/laws.ts';
import { placedBoard } from './placed-squares.ts';
import { lexiconWith } from './table.ts';

/** Few letters and many short words, so that words which touch are often words too. */
const words = (
  'A AA AE AH AN AR AS AT EA EH EN ER ES ET HA HE NA NE RE SH TA TE ARE ART ASH ATE EAR EAT ERA HAS HAT HEN HER ' +
  'NET RAN RAT SAT SEA SHE SET TAN TAR TEA TEN THE ANTE ARTS EARN EAST HATE HEAR NEAR NEST RATE REST SEAT SHEAR ' +
  'STAR TEASE THAN HEARTS EARNEST THERE EARNS'
).split(' ');
const letters = 'AEHNRST';
const faces = [...letters].map((letter, place) => ({ letter, points: place % 4 }));
/** A blank, the letters, and a tile that is an A of 1 or -2 points, or an E. */
const tiles: TileSet = {
  name: 'few',
  tiles: [
    { id: 0, count: 2, faces: faces.map(({ letter }) => ({ letter, points: 0 })) },
    ...faces.map((face, place) => ({ id: place + 1, count: 9, faces: [face] })),
    {
      id: 8,
      count: 2,
      faces: [
        { letter: 'A', points: 1 },
        { letter: 'A', points: -2 },
        { letter: 'E', points: 7 },
      ],
    },
  ],
};
const lexicon = lexiconWith(words);
const SIDE = 13;
const PLAYER = 3;

interface Request {
  /** Tried from this one on, until one fits. */
  readonly word: number;
  /** Where its first letter is to go, unless it goes through a letter that lies. */
  readonly x: number;
  readonly y: number;
  readonly anchor: number;
  readonly across: boolean;
  /** Laid along what lies rather than through it. */
  readonly beside: boolean;
  readonly blank: number;
  readonly damage: Damage;
}

interface Damage {
  readonly kind: 'none' | 'shift' | 'tile' | 'face' | 'double' | 'away' | 'missing' | 'unheld' | 'turned';
  readonly at: number;
  readonly by: number;
}

const damage = fc.record({
  kind: fc.oneof(
    { weight: 16, arbitrary: fc.constant('none' as const) },
    {
      weight: 8,
      arbitrary: fc.constantFrom('shift', 'tile', 'face', 'double', 'away', 'missing', 'unheld', 'turned'),
    },
  ),
  at: fc.nat(20),
  by: fc.integer({ min: -3, max: 12 }),
}) as fc.Arbitrary<Damage>;

const request: fc.Arbitrary<Request> = fc.record({
  word: fc.nat(words.length - 1),
  x: fc.nat(SIDE - 1),
  y: fc.nat(SIDE - 1),
  anchor: fc.nat(999),
  across: fc.boolean(),
  beside: fc.boolean(),
  blank: fc.nat(12),
  damage,
});

const kind = fc.oneof(
  { weight: 12, arbitrary: fc.constant(0) },
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 1, arbitrary: fc.constant(-1) },
);
const games = fc.record({
  rules: fc.constantFrom('tournament' as const, 'course' as const, 'simple' as const),
  cells: fc.array(kind, { minLength: SIDE * SIDE, maxLength: SIDE * SIDE }),
  handSize: fc.integer({ min: 3, max: 5 }),
  allGo: fc.nat(9).map((dice) => dice === 0),
  corner: fc.constantFrom([0, 0] as const, [-6, -6] as const, [999_999_988, -1_000_000_000] as const),
  request: fc.array(request, { minLength: 25, maxLength: 25 }),
});

type Squares = ReadonlyMap<string, number>;

/** The placements of the first word from the wished one on that fits there; else of that one, fitting or not. */
function planned(request: Request, lying: Lying, squares: Squares): Placement[] {
  const all = words.map((_, step) => words[(request.word + step) % words.length]!);
  const spotsFor = (word: string) => spotsOf(word, request, lying);
  const chosen = all.find((word) => fits(word, spotsFor(word), lying, squares)) ?? all[0]!;
  const spots = spotsFor(chosen);
  return [...chosen].flatMap((letter, place) => {
    const spot = spots[place + 1]!;
    // A word that is led over a hole is sent without the letter that would be there, or with it.
    if (lying.has(spot) || (request.beside && !squares.has(spot))) return [];
    const [x, y] = spot.split(' ').map(Number) as [number, number];
    const points = letters.indexOf(letter) % 4;
    if (place === request.blank) return [{ x, y, id: 0, letter, points: 0 }];
    return [{ x, y, id: letters.indexOf(letter) + 1, letter, points }];
  });
}

/** Where its letters go, with the place before and the place after. */
function spotsOf(word: string, { anchor, across, beside, x, y }: Request, lying: Lying): string[] {
  const places = [...lying.keys()];
  const through = places[anchor % Math.max(1, places.length)];
  const [right, down] = across ? [1, 0] : [0, 1];
  let [left, top] = [x, y];
  if (through !== undefined) {
    const index = beside ? anchor % word.length : word.indexOf(lying.get(through)!.letter);
    const [column, row] = through.split(' ').map(Number) as [number, number];
    if (index >= 0)
      [left, top] = [column - index * right + (beside ? down : 0), row - index * down + (beside ? right : 0)];
  }
  return Array.from({ length: word.length + 2 }, (_, place) => {
    return `${left + (place - 1) * right} ${top + (place - 1) * down}`;
  });
}

function fits(word: string, spots: readonly string[], lying: Lying, squares: Squares): boolean {
  const own = spots.slice(1, -1);
  return (
    !lying.has(spots[0]!) &&
    !lying.has(spots.at(-1)!) &&
    own.every(
      (spot, place) => (lying.get(spot)?.letter ?? word[place]) === word[place] && squares.has(spot),
    ) &&
    own.some((spot) => !lying.has(spot))
  );
}

/** What is sent, and what is held. */
function damaged(
  move: readonly Placement[],
  { kind, at, by }: Damage,
): { readonly sent: Placement[]; readonly held: number[] } {
  const sent = [...move];
  const held = [...move.map(({ id }) => id), 1 + (at % 7)];
  const index = at % Math.max(1, sent.length);
  const tile = sent[index];
  if (!tile) return { sent, held };
  if (kind === 'shift') sent[index] = { ...tile, x: tile.x + (by % 3) };
  if (kind === 'tile') sent[index] = { ...tile, id: by };
  if (kind === 'face') sent[index] = { ...tile, id: 8, letter: 'A', points: by };
  if (kind === 'face' && by % 2 === 0) held.push(8);
  if (kind === 'double') sent.push({ ...tile, id: by });
  if (kind === 'away') sent[index] = { ...tile, x: 1_000_000_000 + by };
  if (kind === 'missing') sent.splice(index, 1);
  if (kind === 'unheld') held.splice(index, 1);
  if (kind === 'turned') sent.reverse();
  return { sent, held };
}

function counted(held: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of held) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function said(judgement: Judgement): ReturnType<typeof judgeNaively> {
  if (!judgement.legal) return { errors: judgement.errors.map((error) => errorLine(error, PLAYER)) };
  const shown = judgement.words.map(
    ({ letters, x, y, direction, points }) => `${letters} ${x} ${y} ${direction} ${points}`,
  );
  return { words: shown, points: judgement.points };
}

t.test('The judge says of every move what a naive one says: words, points, errors', async (t) => {
  const seen: Record<string, number> = {};
  const law = fc.property(games, ({ rules, cells, handSize, allGo, corner, request }) => {
    const squares = new Map<string, number>();
    for (const [place, id] of cells.entries())
      if (id >= 0) squares.set(`${corner[0] + (place % SIDE)} ${corner[1] + Math.floor(place / SIDE)}`, id);
    const center = [corner[0] + 6, corner[1] + 6] as const;
    const board = placedBoard((x, y) => squares.get(`${x} ${y}`), center);
    const terms = {
      rules: ruleSets[rules],
      board,
      tiles,
      lexicon: allGo ? undefined : lexicon,
      handSize,
    };
    const naive: NaiveTable = {
      rules,
      squares,
      center,
      tiles: new Map(
        tiles.tiles.map(({ id, faces }) => [id, faces.map((face) => face.letter + face.points)]),
      ),
      words: allGo ? undefined : new Set(words),
      handSize,
      player: PLAYER,
    };
    const lying = new Map<string, Placement>();
    let position: Position = emptyPosition;
    for (const each of request) {
      const start = lying.size === 0 && each.anchor % 4 > 0 ? { x: 6, y: 6 } : each;
      const here = { ...each, x: start.x + corner[0], y: start.y + corner[1] };
      const { sent, held } = damaged(planned(here, lying, squares), each.damage);
      const judgement = judgePlay(terms, position, counted(held), sent);
      const [own, other] = [
        JSON.stringify(said(judgement)),
        JSON.stringify(judgeNaively(naive, lying, held, sent)),
      ];
      if (own !== other) throw new Error(`${own}\nis not what the naive judge says:\n${other}`);
      count(judgement);
      if (!judgement.legal) continue;
      position = position.with(sent);
      for (const tile of sent) lying.set(`${tile.x} ${tile.y}`, tile);
    }
  });
  const count = (judgement: Judgement) => {
    const kinds = judgement.legal ? legalKinds(judgement) : judgement.errors.map(({ rule }) => rule);
    for (const kind of ['move', ...kinds]) seen[kind] = (seen[kind] ?? 0) + 1;
  };
  const tried = runs(600);
  t.doesNotThrow(() => fc.assert(law, tried));
  t.equal(seen.move, 25 * tried.numRuns);
  t.ok(seen.legal! > tried.numRuns * 6, `legal: ${seen.legal} of ${seen.move}`);
  const rules = (
    'emptymove piecedoesnotexist playerdoesnothavepiece invalidpieceinst emptytile occupiedtile wordnotonroworcolumn ' +
    'wordoutsideboard wordnotconnected firstwordtooshort firstwordnotovercenter wordnotadjacent wordnotindictionary'
  ).split(' ');
  for (const what of [...rules, 'several words', 'fault'])
    t.ok(seen[what]! > 5, `${what}: ${seen[what]} times`);
});

function legalKinds({ words, faults }: Judgement & { readonly legal: true }): string[] {
  return ['legal', ...(words.length > 1 ? ['several words'] : []), ...(faults.length > 0 ? ['fault'] : [])];
}

t.test('A sparse grid holds what a table of texts holds, and older grids stay as they are', async (t) => {
  const near = fc.integer({ min: -3, max: 3 });
  const far = fc.constantFrom(-1_000_000_000, 1_000_000_000, 0);
  const place = fc.tuple(near, far, near, far).map(([x, dx, y, dy]) => {
    const within = (value: number) => Math.max(-1_000_000_000, Math.min(1_000_000_000, value));
    return [within(x + dx), within(y + dy)] as const;
  });
  const step = fc.record({ from: fc.nat(30), places: fc.array(place, { maxLength: 40 }) });
  const law = fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
    const grids = [{ grid: SparseGrid.empty(1), cells: new Map<string, number>() }];
    for (const [number, { from, places }] of steps.entries()) {
      const { grid, cells } = grids[from % grids.length]!;
      const fresh = [...new Map(places.map((each) => [each.join(' '), each]))].filter(
        ([key]) => !cells.has(key),
      );
      grids.push({
        grid: grid.with(fresh.flatMap(([, [x, y]], index) => [x, y, number * 100 + index])),
        cells: new Map([
          ...cells,
          ...fresh.map(([key], index): [string, number] => [key, number * 100 + index]),
        ]),
      });
    }
    const everywhere = steps.flatMap(({ places }) => places);
    for (const { grid, cells } of grids) {
      if (grid.count !== cells.size) throw new Error(`${grid.count} places, not ${cells.size}`);
      for (const [x, y] of everywhere) {
        const index = grid.indexAt(x, y);
        const held = index < 0 ? undefined : grid.field(index, 2);
        if (held !== cells.get(`${x} ${y}`))
          throw new Error(`${held} at ${x} ${y}, not ${cells.get(`${x} ${y}`)}`);
      }
    }
  });
  t.doesNotThrow(() => fc.assert(law, runs(150)));
  t.throws(() => SparseGrid.empty(0).with([1, 1, 2, 2]).with([2, 2]), /laid at \(2, 2\) lies on/);
});
