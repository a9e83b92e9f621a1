import t from 'tap';
import { seated } from '../players/seated.ts';

t.test(
  'However slow a board is, it answers within the time of its turn, with the best that it has found',
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
    const answered = async (turn: string): Promise<number> => {
      const before = performance.now();
      bot.tell(turn);
      t.match(await bot.line(), / play /);
      return performance.now() - before;
    };
    const all = await answered('turn none 1');
    bot.tell('timeout 1');
    const some = await answered('turn 150 2');
    t.ok(some < all / 3, `${Math.round(some)} ms, and ${Math.round(all)} for all plays`);
  },
);
