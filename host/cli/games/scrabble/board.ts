import type { Key } from '../../../core/chance.ts';
import { UsageError } from '../../../core/errors.ts';
import { keyOf } from '../../../core/seed.ts';
import { meant } from '../../../core/text.ts';
import { faultInWords } from '../../../files/file-fault.ts';
import { readStart } from '../../../files/read-file.ts';
import { type Board, FARTHEST, NO_SQUARE } from '../../../games/scrabble/board/board.ts';
import { boardNames, namedBoard, wantsSeed } from '../../../games/scrabble/board/board-choice.ts';
import { boardFromFile } from '../../../games/scrabble/board/make-board.ts';
import { meaningOf, namesOf, signOf } from '../../../games/scrabble/board/squares.ts';
import { failingSquares } from '../../../games/scrabble/board/try-squares.ts';
import { faultText } from '../../../games/scrabble/judge/judgement.ts';
import { associativityPitfalls } from '../../../games/scrabble/language/check.ts';
import { type Paint, paintFor } from '../../../views/terminal/paint.ts';
import { drawPanel, spaceOf } from '../../../views/terminal/pictures.ts';
import { commandOf, groupOf } from '../../command.ts';
import { printJson, printLines } from '../../output.ts';

const json = { kind: 'flag', default: false, help: 'print one JSON object' } as const;

/** The size limit of one drawing. */
const MOST_CELLS = 40_000;

const check = commandOf({
  summary: 'Checks a board file for Scrabble.',
  operands: { form: 'FILE', min: 1, max: 1, expected: 'one board: wordhost board check mine.json' },
  options: { json },
  examples: [['wordhost board check mine.json', 'check a board file, and show its errors']],
  notes: 'Exit status: 0 valid, 1 invalid.',
  async run({ operands: [name], options }) {
    const found = findBoard(name!);
    if (!found.ok && found.is === 'missing') throw new UsageError(found.problem);
    const { problem } = found.ok ? { problem: undefined } : found;
    const notes = found.ok ? notesOf(found.board) : [];
    if (options.json) printJson({ ok: found.ok, problem, notes });
    else
      printLines(
        found.ok ? [describeBoard(found.board), ...notes.map((note) => `note: ${note}`)] : [problem!],
      );
    return found.ok ? 0 : 1;
  },
});

const show = commandOf({
  summary: 'Draws a board for Scrabble, or a part of it.',
  operands: {
    form: 'NAME|FILE',
    min: 1,
    max: 1,
    expected: 'one board: wordhost board show mine.json',
    choices: [boardNames],
  },
  options: {
    at: {
      kind: 'text',
      default: undefined,
      value: 'X,Y',
      help: 'top left corner (default: the corner of a finite board, or with the center in the middle)',
    },
    size: {
      kind: 'text',
      default: undefined,
      value: 'WxH',
      help: 'number of columns and rows (default: the size of a finite board, or 21x21)',
    },
    json,
  },
  examples: [
    ['wordhost board show official', 'draw a finite board'],
    ['wordhost board show infinite-hole --at -9,-9 --size 19x19', 'draw part of an infinite board'],
    ['wordhost board show random:42', 'draw the random board of seed 42'],
  ],
  notes: `The built-in boards: ${boardNames.join(', ')}.`,
  async run({ operands: [name], options, coloured }) {
    const found = findBoard(name!);
    if (!found.ok) throw new UsageError(found.problem);
    const view = viewOf(found.board, options);
    const rows = Array.from({ length: view.height }, (_, row) =>
      Array.from({ length: view.width }, (_, column) => found.board.squareAt(view.x + column, view.y + row)),
    );
    if (options.json) printJson(asJson(found.board, view, rows));
    else printLines(drawView(found.board, view, rows, paintFor(coloured)));
    return 0;
  },
});

export const board = groupOf({
  name: 'board',
  summary: 'Checks a board file for Scrabble, or draws a board.',
  form: 'check|show …',
  expected: 'check or show',
  examples: [...check.examples, ...show.examples],
  notes: show.notes!,
  each: {
    check: { summary: 'check a board file', load: async () => check },
    show: { summary: 'draw a board', load: async () => show },
  },
});

function notesOf(found: Board): readonly string[] {
  const { center, squareAt, warnings } = found;
  const ofWarnings = [
    ...warnings.map((warning) => `${warning}; a run that reaches this square fails`),
    ...programsOf(found).flatMap(([place, program]) =>
      associativityPitfalls(program).map((text) => oneSided(place, text)),
    ),
    ...failingSquares(found).map(faultText),
  ];
  if (squareAt(...center) !== NO_SQUARE) return ofWarnings;
  const bare = `center: no square at (${center.join(', ')}), so no first word can be placed`;
  return [bare, ...ofWarnings];
}

function programsOf({ program, squares }: Board): readonly (readonly [place: string, program: string])[] {
  return [
    ['prog', program],
    ...squares.flatMap(({ id, functions }) =>
      functions.map(({ priority, program }) => [`squares.${id}.${priority}`, program] as const),
    ),
  ];
}

function oneSided(place: string, text: string): string {
  return `${place}: at \`${text}\`: operators associate to the left here, but to the right in some other programs: use parentheses`;
}

function describeBoard({ name, layout, center, squares }: Board): string {
  const extent = layout
    ? `${layout.width} by ${layout.height} from (${layout.x}, ${layout.y}), ${count(layout.ids)} squares`
    : 'infinite';
  return `${name}: ${extent}; center (${center.join(', ')}); kinds ${squares.map(({ id }) => id).join(', ')}`;
}

function count(ids: Int32Array): number {
  return ids.reduce((sum, id) => sum + Number(id !== NO_SQUARE), 0);
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function viewOf(
  { layout, center }: Board,
  { at, size }: Readonly<Record<'at' | 'size', string | undefined>>,
): View {
  if (at === undefined && size === undefined && layout) return layout;
  const [width, height] = pairOf('size', size ?? '21x21', /^(\d{1,5})x(\d{1,5})$/, 'WxH, as in 19x19');
  if (width < 1 || height < 1 || width * height > MOST_CELLS)
    throw new UsageError(`--size: expected from 1x1 to ${MOST_CELLS} squares in total; got ${size}`);
  const middle = `${center[0] - (width >> 1)},${center[1] - (height >> 1)}`;
  const [x, y] = pairOf('at', at ?? middle, /^(-?\d{1,10}),(-?\d{1,10})$/, 'X,Y, as in --at -9,-9');
  if (at !== undefined && (Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST))
    throw new UsageError(`--at: expected coordinates from -${FARTHEST} to ${FARTHEST}; got ${at}`);
  return { x, y, width, height };
}

function pairOf(option: string, text: string, form: RegExp, expected: string): [number, number] {
  const [, one, other] = form.exec(text) ?? [];
  if (other === undefined)
    throw new UsageError(`--${option}: expected ${expected}; got ${JSON.stringify(text)}`);
  return [Number(one), Number(other)];
}

/** The drawing, with the signs of a game that is shown, and the meaning of each. */
function drawView(found: Board, view: View, rows: readonly (readonly number[])[], paint: Paint): string[] {
  const signs = new Map(found.squares.map((kind) => [kind.id, signOf(kind, found.drawnAs(kind.id))]));
  const shown = (id: number) => signs.get(id)?.sign ?? (id === NO_SQUARE ? '#' : '.');
  const legend = found.squares.map((kind) => {
    const { id, functions } = kind;
    const sign = signs.get(id);
    const programs = functions.map(({ priority, program }) => `${priority}: ${program}`).join('   ');
    const meaning = meaningOf(kind).padEnd(LONGEST_MEANING);
    return `${paint.square(shown(id), sign?.weight ?? 0)}  ${meaning}  kind ${id}, \`${found.drawnAs(id)}\`   ${programs}`.trimEnd();
  });
  const panel = {
    ...{ seat: undefined, caption: '', rows: rows.map((row) => row.map(shown).join('')) },
    ...{
      legend: [...signs.values()].filter((sign) => sign !== undefined),
      ...namesOf(view, found.layout === view),
    },
  };
  return [
    describeBoard(found),
    '',
    ...drawPanel(panel, spaceOf(Number.POSITIVE_INFINITY, paint)),
    '',
    ...legend,
  ];
}

const LONGEST_MEANING = 'by its program'.length;

function asJson(
  found: Board,
  { x, y, width, height }: View,
  rows: readonly (readonly number[])[],
): Readonly<Record<string, unknown>> {
  const { name, center, isInfinite, program, squares, usedSquare } = found;
  const kinds = squares.map(({ id, functions }) => {
    const programs = functions.map(({ priority, program: text }) => ({ priority, program: text }));
    return { id, drawnAs: found.drawnAs(id), functions: programs };
  });
  const cells = rows.map((row) => row.map((id) => (id === NO_SQUARE ? null : id)));
  return {
    ...{ name, center, isInfinite, program, squares: kinds, usedSquare },
    view: { x, y, width, height, rows: cells },
  };
}

type FoundBoard =
  | { readonly ok: true; readonly board: Board }
  /** The file is missing or is no board. */
  | { readonly ok: false; readonly is: 'missing' | 'wrong'; readonly problem: string };

/** More than any board file has. The file may be anything: no more of it is read. */
const READ = 2 ** 20;

/** A board by its name, or else from a file. `random` needs the key of a match; `random:SEED` has its own. */
function findBoard(name: string, matchKey?: Key): FoundBoard {
  const board = namedBoard(name, keyOf, matchKey);
  if (board) return { ok: true, board };
  const wanted = wantsSeed(name);
  if (wanted !== undefined) return missing(`board ${name}: ${wanted}`);
  let text: string;
  try {
    text = readStart(name, READ).toString('utf8');
  } catch (error) {
    return missing(
      `board ${name}: cannot be read: ${faultInWords(error as Error)}, and it is not the name of a built-in board${meant(name, boardNames)}`,
    );
  }
  const read = boardFromFile(name, text);
  return read.ok ? read : { ok: false, is: 'wrong', problem: `board ${name}: ${read.problem}` };
}

function missing(problem: string): FoundBoard {
  return { ok: false, is: 'missing', problem };
}
