import { type Nanos, seconds } from '../../core/units.ts';
import type { Bot } from './bot.ts';
import { type Finding, untried } from './finding.ts';

/** The game is over: SIGTERM, and the grace to end. */
export async function outlived(bot: Bot<unknown>, grace: Nanos): Promise<Finding | undefined> {
  const { processes } = await bot.end('after-reading');
  if (!processes?.killed) return undefined;
  return {
    is: 'wrong',
    expected: `its end within ${grace / 1e9} s of SIGTERM, which follows the end of the game (--grace)`,
    came: 'it went on, and was killed',
  };
}

const END_OF_INPUT = seconds(2);

/** Its input has ended: what it still sends is ignored, and no fault. */
export async function hangUp(bot: Bot<unknown>): Promise<Finding | undefined> {
  bot.hangUp();
  for (;;) {
    const heard = await bot.next(END_OF_INPUT);
    if (heard.kind === 'gone') return undefined;
    if (heard.kind === 'interrupted') return untried('the check was interrupted');
    if (heard.kind === 'silence' || heard.kind === 'caught')
      return {
        is: 'wrong',
        expected: `its own end within ${END_OF_INPUT / 1e9} s of the end of its input`,
        came: 'it went on after the end of its input',
      };
  }
}
