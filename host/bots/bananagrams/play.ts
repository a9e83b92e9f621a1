import type { Dialect } from '../../games/bananagrams/wire/messages.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import { asProgram, type BotOptions, type Pace } from '../as-program.ts';
import { chanceFrom } from '../chance.ts';
import { expectFunction } from '../expected.ts';
import { Inbox } from '../inbox.ts';
import { PartReader } from '../lines.ts';
import { Seat } from './seat.ts';
import type { Strategy } from './strategy.ts';

export interface PlayOptions extends BotOptions {
  /** The messages that it speaks (default: numbered). */
  readonly dialect?: Dialect | undefined;
}

/**
 * Plays a game of Bananagrams on standard input and output, from the hand to the last peel. Its words are those of the file that
 * `WORDHOST_DICTIONARY` names, else the built-in ones. Gives the exit status: 2, with a sentence on standard error, if it cannot play.
 */
export async function play(strategy: Strategy, options: PlayOptions = {}): Promise<number> {
  const { dialect = 'numbered' } = options;
  const sitDown = async ({ pauseMs, seed }: Pace) => {
    const loaded = loadLexicon(process.env.WORDHOST_DICTIONARY ?? 'english');
    if (!loaded.ok) return loaded.problem;
    const chance = chanceFrom(seed);
    expectFunction('play: the strategy', strategy);
    const answerTo = strategy({ lexicon: loaded.lexicon, chance });
    expectFunction('what the strategy returns', answerTo);
    const seat = new Seat({
      inbox: new Inbox(process.stdin, new PartReader('.'), 'latin1'),
      send: (text) => process.stdout.write(text),
      answerTo,
      dialect,
      pauseMs,
      chance,
    });
    await seat.play();
    return undefined;
  };
  return await asProgram(options, sitDown, 'bananagrams');
}
