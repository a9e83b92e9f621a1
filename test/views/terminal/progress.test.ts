import t from 'tap';
import { canRedrawAlone } from '../../../host/cli/output.ts';
import { rateOf, secondsLeft } from '../../../host/core/pace.ts';
import {
  lineOfParts,
  Progress,
  RedrawnLine,
  rateWords,
  remainingWords,
  roughCount,
  roughTime,
  timeOfGame,
} from '../../../host/views/terminal/progress.ts';
import { TestTerminal } from '../test-terminal.ts';

function progressOn(terminal: TestTerminal) {
  const clock = { ms: 0 };
  const output = { stream: terminal.stream, redraws: true, now: () => clock.ms };
  return { clock, progress: new Progress(output, { of: 100, what: 'games' }) };
}

t.test('a rate and the time that is left, as far as they are known', async (t) => {
  t.equal(rateOf({ done: 30, seconds: 10 }), 3);
  t.equal(rateOf({ done: 0, seconds: 10 }), undefined);
  t.equal(secondsLeft({ done: 30, seconds: 10 }, 90), 30);
  t.equal(secondsLeft({ done: 0, seconds: 10 }, 90), undefined);
  t.equal(secondsLeft({ done: 30, seconds: 10 }, undefined), undefined);
});

t.test('times and rates in the largest unit that says enough', async (t) => {
  t.same([0.2, 99, 100, 5999, 6000, 200_000, 300_000].map(roughTime), [
    '1 s',
    '99 s',
    '2 min',
    '100 min',
    '1.7 h',
    '55.6 h',
    '3.5 days',
  ]);
  t.same([0.0001, 0.0854, 0.098, 0.12, 0.999, 3.44, 12, 99, 6000].map(timeOfGame), [
    '1 ms',
    '85 ms',
    '98 ms',
    '0.12 s',
    '1.00 s',
    '3.4 s',
    '12 s',
    '99 s',
    '1.7 h',
  ]);
  t.same([250, 12.34, 1, 0.5, 0.1, 0.01].map(rateWords), [
    '250/s',
    '12.3/s',
    '1.0/s',
    '30/min',
    '6.0/min',
    '36.0/h',
  ]);
  t.equal(remainingWords(undefined), 'time left unknown');
  t.same([7, 99, 108, 4936].map(roughCount), [7, 99, 110, 4900]);
});

t.test(
  'where a line is too long, its parts of the highest rank are left out, and the last one is cut',
  async (t) => {
    const parts = [
      { text: '12 games', rank: 0 },
      { text: '', rank: 0 },
      { text: '3.0/s', rank: 2 },
      { text: '9 s left', rank: 1 },
    ];
    t.equal(lineOfParts(parts, 25), '12 games, 3.0/s, 9 s left');
    t.equal(lineOfParts(parts, 24), '12 games, 9 s left');
    t.equal(lineOfParts(parts, 17), '12 games');
    t.equal(lineOfParts(parts, 6), '12 ga…');
  },
);

t.test('a terminal shows how many are done, how fast, since when, and what is left', async (t) => {
  const terminal = new TestTerminal(80);
  const { clock, progress } = progressOn(terminal);
  progress.show(0);
  t.equal(terminal.bottom, '0 of 100 games, [....................], 0 s so far, time left unknown');
  clock.ms = 5000;
  progress.show(20, '12 : 8');
  const bar = '[####................]';
  t.equal(terminal.bottom, `20 of 100 games, ${bar}, 4.0/s, 5 s so far, 20 s left, 12 : 8`);
  terminal.resize(40);
  clock.ms = 5200;
  progress.show(21, '13 : 8');
  t.equal(terminal.bottom, '21 of 100 games, 20 s left, 13 : 8');
  progress.clear();
  t.same(terminal.rows, ['']);
});

t.test(
  'it is drawn again no more often than can be seen, but at once after something was printed',
  async (t) => {
    const terminal = new TestTerminal(80);
    const { clock, progress } = progressOn(terminal);
    progress.show(1);
    clock.ms = 99;
    progress.show(2);
    t.match(terminal.bottom, /^1 of 100/);
    progress.clear();
    terminal.write('game 2: a draw\n');
    progress.show(2);
    t.match(terminal.rows, ['game 2: a draw', /^2 of 100/]);
  },
);

t.test('a terminal that becomes narrower or wider has one line still', async (t) => {
  const terminal = new TestTerminal(80);
  const { clock, progress } = progressOn(terminal);
  terminal.write('game 1: a draw\n');
  clock.ms = 1000;
  progress.show(1, '1 : 0');
  for (const columns of [40, 25, 20, 10, 60, 80]) {
    terminal.resize(columns);
    const last = terminal.rows.slice(Math.ceil(14 / columns));
    t.equal(last.length, 1, `${columns} columns: ${terminal.rows.join('|')}`);
    t.match(last[0], /^1 of 100/);
  }
  t.equal(terminal.bottom, '1 of 100 games, [....................], 1.0/s, 1 s so far, 99 s left, 1 : 0');
  progress.clear();
  terminal.resize(20);
  t.same(terminal.rows, ['game 1: a draw', '']);
  t.equal(terminal.listenerCount('resize'), 0);
});

t.test('another line at the bottom replaces it, and is not drawn over', async (t) => {
  const terminal = new TestTerminal(80);
  const [one, other] = [new RedrawnLine(terminal.stream), new RedrawnLine(terminal.stream)];
  one.show(() => 'one');
  other.show(() => 'other');
  t.equal(terminal.bottom, 'other');
  t.same([one.isShown, one.isCovered, other.isShown, other.isCovered], [false, true, true, false]);
  one.clear();
  t.equal(terminal.bottom, 'other');
  other.clear();
  t.same([terminal.bottom, one.isCovered], ['', false]);
  t.equal(terminal.listenerCount('resize'), 0);
});

t.test(
  'off a terminal there is a line each half minute, and later after each tenth more of the time',
  async (t) => {
    const clock = { ms: 0 };
    const written: number[] = [];
    let last = '';
    const stream = {
      write(text: string) {
        written.push(clock.ms / 1000);
        last = text;
      },
    } as unknown as NodeJS.WriteStream;
    const output = { stream, redraws: false, now: () => clock.ms };
    const progress = new Progress(output, { of: 2000, what: 'games' });
    for (; clock.ms <= 1_000_000; clock.ms += 1000) progress.show(clock.ms / 1000);
    progress.clear();
    t.same(written.slice(0, 3), [30, 60, 90]);
    t.same(written.slice(-3), [786, 865, 952]);
    t.equal(last, '952 of 2000 games, 1.0/s, 16 min so far, 18 min left\n');
    const quiet = new Progress(
      { stream: undefined, redraws: false, now: () => 1e9 },
      { of: 1, what: 'games' },
    );
    quiet.show(1);
  },
);

t.test('a line is drawn again only where nothing else writes to the terminal', async (t) => {
  const { stream } = new TestTerminal(80);
  const alone = { trace: false, stderr: 'discard' };
  t.ok(canRedrawAlone(stream, alone));
  t.notOk(canRedrawAlone(stream, { ...alone, trace: true }));
  t.notOk(canRedrawAlone(stream, { ...alone, stderr: 'inherit' }));
});
