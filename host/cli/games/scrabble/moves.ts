import { UsageError } from '../../../core/errors.ts';
import type { Cgp } from '../../../games/scrabble/formats/cgp.ts';
import { operationOf, setUpCgp } from '../../../games/scrabble/formats/cgp.ts';
import { writtenPlay } from '../../../games/scrabble/formats/move-notation.ts';
import type { FormedWord } from '../../../games/scrabble/judge/judgement.ts';
import type { PositionTerms } from '../../../games/scrabble/judge-position.ts';
import { staticEquity } from '../../../games/scrabble/moves/equity.ts';
import { fileLeaves } from '../../../games/scrabble/moves/leaves.ts';
import { RankedPlays, THOUSANDTHS, worthOf } from '../../../games/scrabble/moves/ranked-plays.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import { emptyHand, rackLetters, rackText, withTiles } from '../../../games/scrabble/tiles/bag.ts';
import { placementText } from '../../../games/scrabble/wire/messages.ts';
import type { KlvFile } from '../../../lexicon/formats/klv-file.ts';
import { drawTable } from '../../../views/terminal/table.ts';
import { commandOf } from '../../command.ts';
import { judgeLines } from '../../commands/judge.ts';
import { printJson, printLines, printNotes } from '../../output.ts';
import { positionOptions, positionTerms } from './judge.ts';
import { leaveOption, readLeaveFile } from './leave-file.ts';

const options = {
  ...positionOptions,
  top: {
    kind: 'count',
    default: 20,
    min: 1,
    max: 100_000,
    help: 'number of plays to list',
    everyday: true,
  },
  leave: {
    ...leaveOption,
    help: 'KLV2 file with leave values: list plays by equity, and the best change of tiles',
    everyday: true,
  },
  json: { kind: 'flag', default: false, help: 'print one JSON object' },
} as const;

const example = '15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15 AENST?/ 0/10 0';

/** The plays of a position with the most points. */
export const moves = commandOf({
  summary: 'Lists the plays of a Scrabble position, most points first.',
  operands: {
    form: '[options] POSITION | -',
    min: 1,
    max: 1,
    expected: `one position in quotes, such as "${example}", or - for many`,
  },
  options,
  examples: [
    [`wordhost moves "${example}" --top 5`, 'list the five best plays with the rack AENST?'],
    [
      'wordhost moves --leave CSW21.klv2 - < positions.txt',
      'list the best moves by the leave values of MAGPIE',
    ],
    [
      'wordhost moves --top 1 - < positions.txt',
      'list the best play of many positions: one position per line in, one JSON object per line out',
    ],
  ],
  notes:
    'POSITION is in CGP notation: board, racks, scores, and turns in a row without points.\n' +
    'A dot is a tile already on the board, a lowercase letter is a blank. 8H is across, H8 is down.\n' +
    'Exit status: 0 listed, 2 not a position.',
  async run({ operands: [text], options: settled, textsOf }) {
    const terms = positionTerms(settled, textsOf);
    if (!terms.lexicon) throw new UsageError('--dictionary none: expected a word list for moves');
    const { top, json, leave } = settled;
    const request = { terms, top, file: leave === undefined ? undefined : readLeaveFile(leave) };
    if (text === '-')
      return await judgeLines((line) => {
        const listed = listMoves(line, request);
        if (typeof listed === 'string') return { is: 'unreadable', shown: { problem: listed } };
        return { is: 'right', shown: asJson(listed) };
      });
    const listed = listMoves(text!, request);
    if (typeof listed === 'string') throw new UsageError(`moves: ${listed}`);
    if (textsOf('dictionary') === undefined) noteOtherList(listed.cgp, settled.dictionary);
    if (json) printJson(asJson(listed));
    else printLines(linesOf(listed));
    return 0;
  },
});

interface Request {
  readonly terms: PositionTerms;
  readonly top: number;
  readonly file: KlvFile | undefined;
}

interface Listed {
  readonly moves: readonly ListedMove[];
  readonly cgp: Cgp;
}

interface ListedMove {
  readonly move: string;
  readonly points: number;
  /** The equity in points. Undefined if nobody asked for it. */
  readonly equity: number | undefined;
  readonly words: readonly FormedWord[];
  readonly placements: string;
}

/** Returns a sentence if there is no position. */
function listMoves(text: string, { terms: given, top, file }: Request): Listed | string {
  const placed = setUpCgp(text, given, given.asked);
  if (!placed.ok) return placed.problem;
  const { terms, position, held, cgp, inBag } = placed;
  if (held.size === 0)
    return 'the position: rack 1: expected the tiles of the player whose turn it is; got none';
  const leaves = file && fileLeaves(file, terms.tiles);
  if (typeof leaves === 'string') return `--leave: ${leaves}`;
  const turn = { terms, position, held, inBag, scores: cgp.racks.map(() => 0) };
  const kept = leaves && staticEquity(turn, leaves);
  const best = new RankedPlays(turn, top, kept);
  for (const _ of searchPlays(terms, position, held, (found) => best.look(found)));
  const equityOf = (worth: number) => (leaves ? worth / THOUSANDTHS : undefined);
  const moves = best.plays.map((play): ListedMove => {
    const { placements, points, words } = play;
    const move = writtenPlay(position, placements, words[0]!.letters, terms);
    return { move, points, equity: equityOf(worthOf(play)), words, placements: placementText(placements) };
  });
  const { change } = kept ?? {};
  if (change) {
    const move = `change ${rackText(withTiles(emptyHand, change.ids), rackLetters(terms.tiles))}`;
    const equity = equityOf(change.worth)!;
    const place = moves.findIndex((each) => each.equity! < equity);
    moves.splice(place === -1 ? moves.length : place, 0, {
      move,
      points: 0,
      equity,
      words: [],
      placements: '',
    });
  }
  return { moves: moves.slice(0, top), cgp };
}

function noteOtherList(cgp: Cgp, dictionary: string): void {
  const list = operationOf(cgp, 'lex');
  // An empty name says nothing.
  if (list && list !== dictionary)
    printNotes([
      `the position names the word list ${list}; these plays use ${dictionary}: use --dictionary FILE for another list`,
    ]);
}

function linesOf({ moves }: Listed): string[] {
  if (moves.length === 0) return ['no play'];
  const hasEquity = moves[0]!.equity !== undefined;
  const rows = moves.map(({ move, points, equity, words }, index) => [
    String(index + 1),
    move,
    String(points),
    ...(hasEquity ? [equity!.toFixed(2)] : []),
    words.map(({ letters }) => letters).join(', '),
  ]);
  return drawTable(['', 'play', 'points', ...(hasEquity ? ['equity'] : []), 'words'], rows);
}

const asJson = ({ moves }: Listed): Readonly<Record<string, unknown>> => ({ plays: moves });
