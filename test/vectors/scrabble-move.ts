import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { judgeChange, judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { errorLine } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { type RuleSetName, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { countsOf, placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { lexiconWith } from '../games/table.ts';

/** One move with all that it is judged on, as it is in `docs/vectors`. */
export interface ScrabbleMove {
  readonly name: string;
  readonly rules: RuleSetName;
  /** A built-in one; without it, that of the rules. */
  readonly board?: string;
  readonly player: number;
  readonly handsize: number;
  /** How many tiles are in the bag. */
  readonly bag: number;
  /** None: all words are valid. */
  readonly words: readonly string[] | null;
  /** Placements and counts, as on the wire. */
  readonly lies: string;
  readonly hand: string;
  readonly move: string;
  readonly errors?: readonly string[];
  readonly points?: number;
  readonly formed?: readonly string[];
}

/** The same move, with what this host says to it. */
export function judged({
  errors: _errors,
  points: _points,
  formed: _formed,
  ...given
}: ScrabbleMove): ScrabbleMove {
  const rules = ruleSets[given.rules];
  const board = builtInBoard(given.board ?? rules.board)!;
  const tiles = builtInTileSet(rules.tiles)!;
  const lexicon = given.words === null ? undefined : lexiconWith(given.words);
  const table = { rules, board, tiles, lexicon, handSize: given.handsize };
  const held = new Map(countsOf(wordsOf(given.hand)).map(({ id, count }) => [id, count]));
  const [does, ...said] = wordsOf(given.move);
  if (does === 'change') {
    const errors = judgeChange(table, held, given.bag, said.map(Number));
    return { ...given, errors: errors.map((error) => errorLine(error, given.player)) };
  }
  const position = emptyPosition.with(placementsOf(wordsOf(given.lies)));
  const judgement = judgePlay(table, position, held, placementsOf(said));
  if (!judgement.legal)
    return { ...given, errors: judgement.errors.map((error) => errorLine(error, given.player)) };
  const formed = judgement.words.map(
    ({ letters, x, y, direction, points }) => `${letters} ${direction} from ${x} ${y}: ${points}`,
  );
  return { ...given, errors: [], points: judgement.points, formed };
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');
