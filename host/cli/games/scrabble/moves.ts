import { UsageError } from '../../../core/errors.ts';
import type { Cgp } from '../../../games/scrabble/formats/cgp.ts';
import { operationOf, setUpCgp } from '../../../games/scrabble/formats/cgp.ts';
import { writtenPlay } from '../../../games/scrabble/formats/move-notation.ts';
import type { Position } from '../../../games/scrabble/judge/position.ts';
import type { PositionTerms } from '../../../games/scrabble/judge-position.ts';
import { type RankedPlay, RankedPlays } from '../../../games/scrabble/moves/ranked-plays.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import { placementText } from '../../../games/scrabble/wire/messages.ts';
import { drawTable } from '../../../views/terminal/table.ts';
import { commandOf } from '../../command.ts';
import { judgeLines } from '../../commands/judge.ts';
import { printJson, printLines, printNotes } from '../../output.ts';
import { positionOptions, positionTerms } from './judge.ts';

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
    const { top, json } = settled;
    if (text === '-')
      return await judgeLines((line) => {
        const listed = listPlays(line, terms, top);
        if (typeof listed === 'string') return { is: 'unreadable', shown: { problem: listed } };
        return { is: 'right', shown: asJson(listed) };
      });
    const listed = listPlays(text!, terms, top);
    if (typeof listed === 'string') throw new UsageError(`moves: ${listed}`);
    if (textsOf('dictionary') === undefined) noteOtherList(listed.cgp, settled.dictionary);
    if (json) printJson(asJson(listed));
    else printLines(linesOf(listed));
    return 0;
  },
});

interface Listed {
  readonly plays: readonly RankedPlay[];
  readonly terms: PositionTerms;
  readonly position: Position;
  readonly cgp: Cgp;
}

/** Or why there is no position to list them of. */
function listPlays(text: string, given: PositionTerms, top: number): Listed | string {
  const placed = setUpCgp(text, given, given.asked);
  if (!placed.ok) return placed.problem;
  const { terms, position, held, cgp } = placed;
  if (held.size === 0)
    return 'the position: rack 1: expected the tiles of the player whose turn it is; got none';
  const best = new RankedPlays({ terms, position, held }, top);
  for (const _ of searchPlays(terms, position, held, (found) => best.look(found)));
  return { plays: best.plays, terms, position, cgp };
}

function noteOtherList(cgp: Cgp, dictionary: string): void {
  const list = operationOf(cgp, 'lex');
  // An empty name says nothing.
  if (list && list !== dictionary)
    printNotes([
      `the position names the word list ${list}; these plays use ${dictionary}: use --dictionary FILE for another list`,
    ]);
}

function linesOf({ plays, terms, position }: Listed): string[] {
  if (plays.length === 0) return ['no play'];
  const rows = plays.map(({ points, placements, words }, index) => {
    const formed = words.map(({ letters }) => letters).join(', ');
    return [
      String(index + 1),
      writtenPlay(position, placements, words[0]!.letters, terms),
      String(points),
      formed,
    ];
  });
  return drawTable(['', 'play', 'points', 'words'], rows);
}

function asJson({ plays, terms, position }: Listed): Readonly<Record<string, unknown>> {
  const each = plays.map(({ points, words, placements }) => {
    const move = writtenPlay(position, placements, words[0]!.letters, terms);
    return { move, points, words, placements: placementText(placements) };
  });
  return { plays: each };
}
