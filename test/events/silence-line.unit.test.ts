import t from 'tap';
import type { SharedEvent } from '../../host/events/noted.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { RedrawnLine } from '../../host/views/terminal/live/redrawn-line.ts';
import { SilenceLine } from '../../host/views/terminal/live/silence-line.ts';
import { TestTerminal } from '../views/test-terminal.ts';

/** A line at the bottom of a terminal, and a clock that is moved by hand. */
function watched({
  limits,
  names = ['a', 'b'],
}: {
  limits?: readonly number[];
  names?: readonly string[];
} = {}) {
  let now = 0;
  const terminal = new TestTerminal(80);
  const turnRanOut = (event: SharedEvent) => scrabble.turnRanOut!(event as never);
  const players = names.map((name, index) => ({ name, entry: names.length - index }));
  const bottom = new RedrawnLine(terminal.stream);
  const waited = { turnRanOut, players, readyMs: 10_000, turnMs: (seat: number) => limits?.[seat - 1] };
  const line = new SilenceLine(bottom, waited, () => now);
  return {
    happens: (event: object) => line.take(event as SharedEvent),
    /** What stands there after this time; empty: nothing. */
    after(ms: number): string {
      now += ms;
      line.tick();
      return terminal.bottom;
    },
  };
}

const bytes = [0, 1];

t.test('after three seconds of silence it is said who is not ready, until something happens', async (t) => {
  const { after, happens } = watched();
  t.equal(after(2999), '');
  t.equal(after(1), 'waiting for player 2 (a), player 1 (b) to be ready: 3.0 s of 10.0 s');
  happens({ type: 'ready', seat: 1, bytes });
  t.equal(after(0), '', 'the line is removed');
  t.equal(after(3000), 'waiting for player 1 (b) to be ready: 6.0 s of 10.0 s');
});

t.test('it is said whose turn it is, and how long that player may take', async (t) => {
  const { after, happens } = watched({ limits: [30_000, 10_000] });
  for (const seat of [1, 2]) happens({ type: 'ready', seat, bytes });
  happens({ type: 'out', seat: 2, text: 'turn', clock: true });
  t.equal(after(4000), 'waiting for the move of player 1 (b): 4.0 s of 10.0 s');
  happens({ type: 'play', seat: 2, bytes });
  happens({ type: 'out', seat: 1, text: 'turn', clock: true });
  t.equal(after(3000), 'waiting for the move of player 2 (a): 3.0 s of 30.0 s');
  happens({ type: 'timeout', seat: 1, k: 1 });
  t.equal(after(3000), 'no player has written anything for 3.0 s');
});

t.test('a turn without an end has no limit, and where there are no turns all are silent', async (t) => {
  const { after, happens } = watched();
  happens({ type: 'ready', seat: 1, bytes });
  happens({ type: 'offence', seat: 2 });
  t.equal(after(5000), 'no player has written anything for 5.0 s');
  happens({ type: 'out', seat: 1, text: 'turn', clock: true });
  t.equal(after(3000), 'waiting for the move of player 2 (a): 3.0 s');
});

t.test('nothing is said after the end of a game, and of many players the first are named', async (t) => {
  const many = watched({ names: ['a', 'b\x1b[2J', 'c', 'd', 'e'] });
  const told = 'waiting for player 5 (a), player 4 (b\\x1b[2J), player 3 (c) and 2 more to be r…';
  t.equal(many.after(3000), told, 'cut where the terminal ends');
  many.happens({ type: 'load', loopDelayMs: 1 });
  t.equal(many.after(9000), '');
});
