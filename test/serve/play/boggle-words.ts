import { boardOf } from '../../../host/games/boggle/board.ts';
import { pathFinder } from '../../../host/games/boggle/path-finder.ts';
import { finderFor } from '../../../host/games/boggle/word-finder.ts';
import { hasWord } from '../../../host/lexicon/automaton.ts';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { english } from './served-play.ts';

const boardIn = ({ panels }: Pick<GameView, 'panels'>) => {
  const rows = panels.find(({ seat }) => seat === undefined)!.rows as readonly (readonly string[])[];
  const cells = rows.flat().map((cell) => cell.toUpperCase());
  return boardOf(rows[0]!.length, rows.length, cells);
};

/** The words of three letters or more on the board of a game that nobody has guessed. */
export function wordsLeft(view: Pick<GameView, 'panels' | 'moves'>): readonly string[] {
  const guessed = view.moves.flatMap(({ lines }) => lines.map(({ word }) => word));
  const words = finderFor(english()).wordsOn(boardIn(view));
  return words.filter((word) => word.length >= 3 && !guessed.includes(word));
}

/** Letters on a path of the board that are no word. */
export function noWord(view: Pick<GameView, 'panels'>): string {
  const { cells, neighbours } = boardIn(view);
  const triples = cells.flatMap((one, first) =>
    neighbours[first]!.flatMap((second) =>
      neighbours[second]!.filter((third) => third !== first).map(
        (third) => one + cells[second] + cells[third],
      ),
    ),
  );
  return triples.find((letters) => !hasWord(english(), letters))!;
}

export const pathOf = (view: Pick<GameView, 'panels'>, word: string) =>
  pathFinder(boardIn(view)).pathOf(word)!;
