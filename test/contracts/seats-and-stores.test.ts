import { join } from 'node:path';
import t from 'tap';
import { liveClock } from '../../host/match/clock.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { seatContract } from './seat-contract.ts';
import type { Behaviour } from './seat-kind.ts';
import { storeContract } from './store-contract.ts';

t.test('scripted seats', async (t) => {
  const scripts: Readonly<Record<Behaviour, Script>> = {
    echo({ say }) {
      say('on\n');
      return { hear: say };
    },
    'moves-and-exits'({ say, leave }) {
      say('on\n');
      return {
        hear() {
          say('moved\n');
          leave('exited');
          say('never said\n');
          leave('crashed');
        },
      };
    },
    'writes-much'({ say }) {
      say('on\n');
      return { hear: () => say('x'.repeat(200_000)) };
    },
    'waits-for-the-end'({ say }) {
      say('on\n');
      return { hear() {}, inputEnded: () => say('end\n') };
    },
    deaf({ say, stopReading }) {
      say('on\n');
      stopReading();
      return { hear: () => say('heard all the same\n') };
    },
  };

  seatContract(t, {
    name: 'scripted',
    open: (behaviours) =>
      scriptedSeats(
        behaviours.map((each) => scripts[each]),
        liveClock,
      ),
    hasProcesses: false,
  });
});

t.test('stores', async (t) => {
  storeContract(t, { name: 'SQLite', newPlace: (t) => join(t.testdir(), 'league.db'), open: openStore });
});
