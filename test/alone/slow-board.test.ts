import t from 'tap';
import { hasProc, processFacts } from '../../host/seats/process/processes/proc.ts';
import { seated } from '../players/seated.ts';

t.test(
  'However slow a board is, it answers within the time of its turn, with the best that it has found',
  { skip: !hasProc && 'nothing tells the processor time of a process here' },
  async (t) => {
    const slow = 'declare n; while (n < 10000) do { n := n + 1 }; _result_ := _acc_ + pointValue(_pos_)';
    const squares = [1, 2, 3, 4, 5, 6, 7].map((priority) => `square 0 ${priority} ${slow}`).join('\n');
    await using bot = await seated(t, 'longest', {
      change: (line) => {
        if (line.startsWith('hand ')) return 'hand 0x3 1x1 3x1 5x1 6x1 7x1 8x1 19x1 20x1';
        if (/^tile [678] /.test(line)) return `${line.slice(0, 6)} A1,C1,E1,S1,T1`;
        return line.startsWith('square 0 ') ? squares : line;
      },
    });
    bot.tell('start');
    /** Of the processor: other work on the machine makes it no longer. */
    const msFor = async (turn: string): Promise<number> => {
      const before = processFacts(bot.pid)!.cpuMs;
      bot.tell(turn);
      t.match(await bot.line(), / play /);
      return processFacts(bot.pid)!.cpuMs - before;
    };
    const all = await msFor('turn none 1');
    bot.tell('timeout 1');
    const some = await msFor('turn 60 2');
    t.ok(some < all / 3, `${some} ms, and ${all} for all plays`);
  },
);
