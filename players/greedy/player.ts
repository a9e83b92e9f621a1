import { keptGaddag, type Lexicon } from 'wordhost/lexicon';
import { BestPlays, type JudgingTerms, searchedWords } from 'wordhost/scrabble';
import { playScrabble } from '../scrabble/player.ts';
import { bestPlay, type RankedPlay } from './best-play.ts';
import { type GreedyOptions, help, readOptions } from './options.ts';

/** `wordhost player greedy`. */
export async function play(args: readonly string[]): Promise<number> {
  const program = { name: 'greedy', help, find, strategyOf: ({ top }: GreedyOptions) => bestPlay(top, show) };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}

/** Along a GADDAG, where there is one of the list, or one can be kept for the next games. */
function find(terms: JudgingTerms, lexicon: Lexicon | undefined): BestPlays {
  const gaddag = lexicon && keptGaddag(lexicon);
  return new BestPlays(terms, gaddag && searchedWords(gaddag));
}

function show(best: readonly RankedPlay[]): void {
  const lines = best.map(({ points, words: [word, ...others], place }, index) => {
    const also = others.length > 0 ? `, also ${others.join(', ')}` : '';
    return `${index + 1}. ${points} ${word} ${place}${also}\n`;
  });
  process.stderr.write(lines.join('') || 'no play\n');
}
