import { join } from 'node:path';
import t from 'tap';
import { liveClock } from '../../host/match/clock.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { type ProgramPlace, programSeats } from '../../host/seats/remote/program-seats.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { seatContract } from './seat-contract.ts';
import { type Behaviour, openWatched } from './seat-kind.ts';
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

t.test('seats of this process', async (t) => {
  const forever = async () => await new Promise<void>(() => {});
  const listening = async ({ input }: ProgramPlace, hear: (text: string) => void) => {
    await new Promise<void>((resolve) => input.listen(hear, resolve));
  };
  const programs: Readonly<Record<Behaviour, (place: ProgramPlace) => Promise<void>>> = {
    echo: async (place) => await listening(place, place.send),
    'moves-and-exits': async ({ input, send }) => {
      await new Promise<void>((resolve) => input.listen(() => resolve(), resolve));
      send('moved\n');
    },
    'writes-much': async (place) => await listening(place, () => place.send('x'.repeat(200_000))),
    'waits-for-the-end': async (place) => {
      await listening(place, () => {});
      place.send('end\n');
      await forever();
    },
    deaf: forever,
  };

  seatContract(t, {
    name: 'of this process',
    open: (behaviours) =>
      programSeats(
        ({ seat }) =>
          async (_, place) => {
            place.send('on\n');
            await programs[behaviours[seat - 1]!](place);
            return undefined;
          },
        liveClock,
      ),
    hasProcesses: false,
  });

  t.test('a program that cannot play on has left, and one that fails has not', async (t) => {
    const kind = (program: () => Promise<string | undefined>) => ({
      ...{ name: 'of this process', hasProcesses: false },
      open: () => programSeats(() => program, liveClock),
    });
    await using stuck = await openWatched(
      kind(async () => 'no words'),
      'echo',
    );
    await stuck.seats[0]!.tells('gone');
    t.same(stuck.seats[0]!.departures, [{ cause: 'crashed', code: 1, signal: null, problem: 'no words' }]);
    const fails = async () => {
      throw new Error('the disk is full');
    };
    await using failed = await openWatched(kind(fails), 'echo');
    await failed.seats[0]!.tells('lost');
    t.same(failed.seats[0]!.departures, []);
  });
});

t.test('stores', async (t) => {
  storeContract(t, { name: 'SQLite', newPlace: (t) => join(t.testdir(), 'league.db'), open: openStore });
});
