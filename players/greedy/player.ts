import { readFileSync } from 'node:fs';
import { bestPlay, fileLeaves, type LeaveValues, type RankedPlay, readKlv } from 'wordhost/scrabble';
import { playScrabble } from '../scrabble/player.ts';
import { type GreedyOptions, help, readOptions } from './options.ts';

/** `wordhost player greedy`. */
export async function play(args: readonly string[]): Promise<number> {
  const strategyOf = ({ leave, top }: GreedyOptions) =>
    bestPlay({
      leave: leave !== false,
      ...(typeof leave === 'string' && { leavesFor: leavesIn(leave) }),
      shown: top,
      show,
    });
  const program = { name: 'greedy', help, bestFirst: true, strategyOf };
  return await playScrabble(program, readOptions(args, process.env.WORDHOST_PLAYER_SEED));
}

/** Ends the player if the values do not fit. */
function leavesIn(path: string): (tiles: Parameters<typeof fileLeaves>[1]) => LeaveValues {
  const read = readKlv(contentOf(path));
  if (!read.ok) return end(path, read.problem);
  return (tiles) => {
    const leaves = fileLeaves(read.file, tiles);
    return typeof leaves === 'string' ? end(path, leaves) : leaves;
  };
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    return end(path, (error as Error).message);
  }
}

function end(path: string, problem: string): never {
  process.stderr.write(`wordhost player greedy: --leave ${path}: ${problem}\n`);
  process.exit(2);
}

function show(best: readonly RankedPlay[]): void {
  const lines = best.map(({ points, words: [word, ...others], leave }, index) => {
    const also = others.length > 0 ? `, also ${others.map(({ letters }) => letters).join(', ')}` : '';
    const { letters, direction, x, y } = word!;
    const kept =
      leave === 0 ? '' : `, and ${(leave / 1000).toFixed(2)} for the tiles kept or the gain from going out`;
    return `${index + 1}. ${points} ${letters} ${direction} from ${x}, ${y}${also}${kept}\n`;
  });
  process.stderr.write(lines.join('') || 'no play\n');
}
