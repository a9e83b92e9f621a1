import { type Key, openStream } from '../../../core/chance.ts';
import type { Setup } from '../../game.ts';
import { nobodyBegins } from '../../line-game/opening.ts';
import { hasBank, withoutBank } from '../../line-game/turns/time-bank.ts';
import type { Board } from '../board/board.ts';
import { rollBoard } from '../board/dice.ts';
import type { boggleOptions, Options } from '../options.ts';
import { pathFinder } from '../words/path-finder.ts';
import type { Terms } from './state.ts';

export type BoggleSetup = Setup<typeof boggleOptions>;

/** What the options and the match's chance come to. */
export function termsOf({ options, own, lexicon, names, key }: BoggleSetup): Terms {
  if (!lexicon) throw new Error('Boggle needs a word list');
  const board = boardOf(options, key);
  return { options, own, board, paths: pathFinder(board), lexicon, names, key };
}

/** The one that was given, or what the match rolls. */
export function boardOf(
  { board, width, height }: Pick<Options, 'width' | 'height'> & { readonly board: Board | undefined },
  key: Key,
): Board {
  return board ?? rollBoard(openStream(key, 'board'), width, height);
}

/** A sentence for the user when so many cannot play by these rules. */
export function unplayable(options: Options, seats: number): string | undefined {
  const { rules, first, 'turn-cpu': turnCpu } = options;
  if (rules === 'classic' && hasBank(options))
    return '--time-bank is for --rules turns: by the classic rules all play at once; --time is how long';
  const unbanked = withoutBank(options);
  if (unbanked !== undefined) return unbanked;
  if (rules === 'classic' && Number.isFinite(turnCpu))
    return '--turn-cpu is for --rules turns: the classic rules have no turns; --player-cpu limits the whole game';
  if (rules === 'classic' && first !== undefined)
    return '--first is for --rules turns: by the classic rules all play at once';
  if (rules === 'classic') return undefined;
  if (seats === 2) return nobodyBegins(options, seats);
  const named = seats === 1 ? 'there is 1' : `there are ${seats}`;
  return `--rules turns is for 2 players, and ${named}: name two, or play with --rules classic`;
}
