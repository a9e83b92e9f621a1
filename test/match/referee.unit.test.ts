import t from 'tap';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { AnyGame, Setup } from '../../host/games/game.ts';
import { Referee } from '../../host/match/referee/referee.ts';
import { setupOf } from '../games/boggle-table.ts';
import { settled } from '../support/settled.ts';

t.test('a match is prepared once, and greeted and opened with what was prepared', async (t) => {
  const prepared: unknown[] = [];
  const used: unknown[] = [];
  const game: AnyGame = {
    ...boggle,
    prepare(setup: Setup<never>) {
      const made = boggle.prepare(setup);
      prepared.push(made);
      return made;
    },
    greet(made: never, seat: number) {
      used.push(made);
      return boggle.greet(made, seat);
    },
    open(made: never, present: never, at: number) {
      used.push(made);
      return boggle.open(made, present, at);
    },
  };
  const players = [1, 2, 3].map((seat) => ({ name: `p${seat}`, command: `./p${seat}` }));
  const referee = new Referee(game, setupOf({ players: 3 }), { readyTimeout: 1, gameTimeout: 0 }, players);
  referee.start(0);
  for (const seat of [1, 2, 3]) Array.from(settled(referee, seat, Buffer.from('ready\n'), 1));
  t.equal(prepared.length, 1);
  t.same(used.length, 4, 'three greetings, and the beginning');
  for (const one of used) t.equal(one, prepared[0]);
});
