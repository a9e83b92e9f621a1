import type { RankedPlay } from 'wordhost/scrabble';
import { playScrabble } from '../scrabble/player.ts';
import { bestPlay } from './best-play.ts';
import { type GreedyOptions, help, readOptions } from './options.ts';

/** `wordhost player greedy`. */
export async function play(args: readonly string[]): Promise<number> {
  const strategyOf = ({ leave, top }: GreedyOptions) => bestPlay({ leave, shown: top, show });
  const program = { name: 'greedy', help, bestFirst: true, strategyOf };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}

function show(best: readonly RankedPlay[]): void {
  const lines = best.map(({ points, words: [word, ...others], leave }, index) => {
    const also = others.length > 0 ? `, also ${others.map(({ letters }) => letters).join(', ')}` : '';
    const { letters, direction, x, y } = word!;
    const kept =
      leave === 0 ? '' : `, and ${(leave / 100).toFixed(2)} for the tiles kept or the gain from going out`;
    return `${index + 1}. ${points} ${letters} ${direction} from ${x}, ${y}${also}${kept}\n`;
  });
  process.stderr.write(lines.join('') || 'no play\n');
}
