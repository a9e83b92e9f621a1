import { playScrabble } from '../scrabble/player.ts';
import { bestPlay, type RankedPlay } from './best-play.ts';
import { type GreedyOptions, help, readOptions } from './options.ts';

/** `wordhost player greedy`. */
export async function play(args: readonly string[]): Promise<number> {
  const strategyOf = ({ top }: GreedyOptions) => bestPlay(top, show);
  const program = { name: 'greedy', help, bestFirst: true, strategyOf };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}

function show(best: readonly RankedPlay[]): void {
  const lines = best.map(({ points, words: [word, ...others], place }, index) => {
    const also = others.length > 0 ? `, also ${others.join(', ')}` : '';
    return `${index + 1}. ${points} ${word} ${place}${also}\n`;
  });
  process.stderr.write(lines.join('') || 'no play\n');
}
