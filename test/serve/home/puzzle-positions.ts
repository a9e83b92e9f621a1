import { draw, openStream, type Stream } from '../../../host/core/chance.ts';
import { keyOf } from '../../../host/core/seed.ts';
import { TurnJudge } from '../../../host/games/scrabble/analysis/best-moves.ts';
import { cgpOf, cgpText } from '../../../host/games/scrabble/formats/cgp.ts';
import { readWrittenMove } from '../../../host/games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../../host/games/scrabble/judge/position.ts';
import { THOUSANDTHS } from '../../../host/games/scrabble/moves/ranked-plays.ts';
import { emptyHand, exchanged, tilesOfSet, withTiles } from '../../../host/games/scrabble/tiles/bag.ts';
import type { Lexicon } from '../../../host/lexicon/lexicon.ts';
import { puzzleTerms } from '../../../host/serve/scrabble/puzzle/puzzles.ts';

/** A puzzle has one best move, better than the next by so much, and at least so many tiles in the bag. */
const [LEAST_LEAD, LEAST_BAG] = [4, 8];
/** The position after a number of moves from 2 on. */
const MOST_MOVES = 11;

/** The position of this seed, if it is a good puzzle: two players that both play the best move by equity. */
export function puzzlePosition(lexicon: Lexicon, seed: string): string | undefined {
  const terms = puzzleTerms(lexicon);
  const judge = new TurnJudge(terms, { measure: 'equity', top: 2 });
  let stream: Stream = openStream(keyOf(seed), 'bag');
  const bag = [...tilesOfSet(terms.tiles)];
  const take = (count: number) =>
    Array.from({ length: Math.min(count, bag.length) }, () => {
      let index: number;
      [index, stream] = draw(stream, bag.length);
      return bag.splice(index, 1)[0]!;
    });
  const hands = [0, 1].map(() => withTiles(emptyHand, take(terms.handSize)));
  const scores = [0, 0];
  let position = emptyPosition;
  let moves: number;
  [moves, stream] = draw(stream, MOST_MOVES - 1);
  for (let turn = 0; ; turn++) {
    const [own, other] = [turn % 2, (turn + 1) % 2];
    const held = hands[own]!;
    const { best } = judge.judge({ position, held, inBag: bag.length, scores });
    const [first, second] = best;
    const read = readWrittenMove(first!.text, terms);
    if (!read.ok || read.move.type !== 'play' || bag.length < LEAST_BAG) return undefined;
    if (turn > moves + 1) {
      const lead = second ? first!.worth - second.worth : 0;
      if (lead < LEAST_LEAD * THOUSANDTHS) return undefined;
      const players = [
        { held, score: scores[own]! },
        { held: emptyHand, score: scores[other]! },
      ];
      return cgpText(cgpOf(position, terms, players)!);
    }
    const { placements } = read.move;
    const ids = placements.map(({ id }) => id);
    position = position.with(placements);
    scores[own]! += first!.points;
    hands[own] = exchanged(held, ids, take(ids.length));
  }
}
