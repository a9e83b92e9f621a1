import { solvingWith } from '../../../host/bots/bananagrams/strategies.ts';
import { chanceFrom } from '../../../host/bots/chance.ts';
import { boardOf } from '../../../host/games/boggle/board.ts';
import { wordFinder } from '../../../host/games/boggle/word-finder.ts';
import { builtInBoard } from '../../../host/games/scrabble/board/built-in-boards.ts';
import { readHand, tileFor, writtenPlay } from '../../../host/games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../../host/games/scrabble/judge/position.ts';
import { BestPlays } from '../../../host/games/scrabble/moves/best-plays.ts';
import { RankedPlays } from '../../../host/games/scrabble/moves/ranked-plays.ts';
import { ruleSets } from '../../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../../host/games/scrabble/tiles/tile-set.ts';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { type Asked, last } from './model-server.ts';
import { readBananagrams, readBoggle, readScrabble } from './read-prompt.ts';

const loaded = loadLexicon('english');
if (!loaded.ok) throw new Error(loaded.problem);
export const { lexicon } = loaded;
const tiles = builtInTileSet('english')!;
const board = builtInBoard('official')!;
const terms = { rules: ruleSets.tournament, board, tiles, lexicon, handSize: 7 };

/** The play with the most points, from the text of the prompt. */
export function perfectScrabble(asked: Asked): string {
  const read = readScrabble(last(asked));
  const laid = Object.entries(read.board).map(([name, letter]) => ({
    x: name.charCodeAt(0) - 65 + board.layout!.x,
    y: Number(name.slice(1)) - 1 + board.layout!.y,
    ...tileFor(letter, tiles)!,
  }));
  const position = emptyPosition.with(laid);
  const held = readHand(read.tiles, tiles) as ReadonlyMap<number, number>;
  const ranked = new RankedPlays({ terms, position, held }, 1);
  const look = (found: Parameters<RankedPlays['look']>[0]) => {
    ranked.look(found);
    return ranked.least;
  };
  for (const _ of new BestPlays(terms, undefined).search(position, held, look));
  const [best] = ranked.plays;
  if (best)
    return JSON.stringify({ move: writtenPlay(position, best.placements, best.words[0]!.letters, terms) });
  return read.inBag >= 7 ? `{"move": "exchange ${read.tiles}"}` : '{"move": "pass"}';
}

/** The longest word that was not guessed, from the text of the prompt. */
export function perfectBoggle(asked: Asked): string {
  const { rows, found, missed } = readBoggle(last(asked));
  const words = wordFinder(lexicon).wordsOn(boardOf(rows[0]!.length, rows.length, rows.flat()));
  const left = words.filter((word) => word.length > 2 && ![...found, ...missed].includes(word));
  return JSON.stringify({ words: left.sort((one, other) => other.length - one.length).slice(0, 40) });
}

/** A grid of all tiles, from the text of the prompt. */
export function perfectBananagrams(asked: Asked): string {
  const { tiles } = readBananagrams(last(asked));
  const answerTo = solvingWith(Number.POSITIVE_INFINITY)({ lexicon, chance: chanceFrom('1') });
  for (let tries = 0; tries < 1000; tries++) {
    const answer = answerTo({ letters: tiles, drew: tries === 0 ? tiles : '', refused: 0 });
    if (answer && 'peel' in answer) return JSON.stringify({ grid: answer.peel });
    if (answer && 'dump' in answer) return JSON.stringify({ dump: answer.dump });
  }
  throw new Error(`no grid of ${tiles}`);
}
