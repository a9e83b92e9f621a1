import t from 'tap';
import { type Exchange, Exchanges, type Silence } from '../../host/events/exchanges.ts';
import type { Noted, SharedEvent } from '../../host/events/noted.ts';
import type { PlayerResult } from '../../host/events/result.ts';
import { LateTurns } from '../../host/events/times.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { LivePanels, SilenceLine } from '../../host/views/terminal/live-game.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import {
  isSlow,
  offenceReport,
  processorNote,
  type SilentFacts,
  silentReport,
  wasSilent,
} from '../../host/views/terminal/player-reports.ts';
import { RedrawnLine } from '../../host/views/terminal/progress.ts';
import { lostTurnsWords } from '../../host/views/words.ts';
import { until } from '../support/until.ts';
import { TestTerminal } from '../views/test-terminal.ts';

t.test('silence line', async (t) => {
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
    t.equal(after(3000), 'no player has sent anything for 3.0 s');
  });

  t.test('a turn without an end has no limit, and where there are no turns all are silent', async (t) => {
    const { after, happens } = watched();
    happens({ type: 'ready', seat: 1, bytes });
    happens({ type: 'offence', seat: 2 });
    t.equal(after(5000), 'no player has sent anything for 5.0 s');
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
});

t.test('silent report', async (t) => {
  const second = 1e9;

  function player(more: object = {}): PlayerResult {
    const figures = { thinkMs: 0, cpuMs: 20, waitMs: 1, maxRssKb: 1, exit: null };
    return { seat: 2, entry: 2, name: './b', command: './b', outcome: 'lost', ...figures, ...more };
  }

  const said = (from: Exchange['from'], at: number, text: string): Exchange => {
    return { t: at * second, from, text, offset: 0, lines: 0 };
  };

  const silence = (wrote?: number, isAwaited = true): Silence => {
    return { wroteAt: wrote === undefined ? undefined : wrote * second, isAwaited };
  };

  function report(facts: Partial<SilentFacts>): string[] {
    const nothing = {
      exchanges: [],
      silence: silence((facts.exchanges?.findLast(({ from }) => from === 'player')?.t ?? -1) / second),
      lateTurns: undefined,
      turnMs: undefined,
      overlooked: undefined,
      stderr: '',
    };
    const result = { ms: 60_000, reason: 'stalled' };
    return silentReport({ player: player(), result, ...nothing, width: 100, ...facts }, paintFor(false));
  }

  t.test('a player that held a game up is reported with messages, times and stderr', async (t) => {
    const exchanges = [said('player', 0, 'n'), said('host', 0.001, 'ABC.'), said('player', 2, 'p0')];
    const unfinished = 'began a peel, and 1 of the 3 digits of its number came';
    t.same(report({ player: player({ unfinished }), exchanges, stderr: 'lost\n' }), [
      'player 2 (./b): wrote nothing in the last 58.0 s of the game',
      '     0.0000 s > n',
      '     0.0010 s < ABC.',
      '     2.0000 s > p0',
      '  its last message was incomplete: it began a peel, and 1 of the 3 digits of its number came',
      '  it used 0.0 s of processor time: it waits',
      '  the end of its standard error:',
      '  | lost',
    ]);
  });

  t.test('a player that answered nothing is told what is overlooked in this game', async (t) => {
    const exchanges = [said('player', 0, 'n'), said('host', 0.001, 'ABC.')];
    const lines = report({ exchanges, overlooked: 'it may read lines' });
    t.equal(lines[0], 'player 2 (./b): was ready, and then wrote nothing during the 60.0 s of the game');
    t.equal(lines.at(-1), '  it may read lines');
    const later = [...exchanges, said('player', 3, 'dA')];
    t.notMatch(report({ exchanges: later, overlooked: 'it may read lines' }).join('\n'), /read lines/);
  });

  t.test('timeouts are told, of how many turns and how long each was', async (t) => {
    const late = player({ timeouts: 3, answers: 3 });
    const lateTurns = { turns: 3, cpuMs: 2, waitMs: 0, givenMs: 810 };
    const lines = report({ player: late, turnMs: 300, lateTurns });
    t.same(lines, [
      'player 2 (./b): ran out of time in 3 of 3 turns (300 ms each)',
      '  in the turns that timed out it used 0.0 s of processor time: it waits',
    ]);
    t.equal(lostTurnsWords(player({ timeouts: 1, answers: 1 }), undefined), 'ran out of time in 1 of 1 turn');
    t.equal(
      lostTurnsWords(player({ timeouts: 2 }), 1000),
      'ran out of time in 2 turns (1.0 s each)',
      'in old records',
    );
    t.match(
      lostTurnsWords(player({ timeouts: 2, cpuTimeouts: 1, answers: 9 }), undefined),
      /2 of 9 turns, 1 .*them.*processor/,
    );
  });

  t.test('whether a player waits or computes is said where it is clear', async (t) => {
    for (const [cpuMs, waitMs, note] of [
      [0, 0, 'used 0.0 s of processor time: it waits'],
      [59_000, 0, 'used 59.0 s of processor time: it computes'],
      [30_000, 29_000, 'used 30.0 s of processor time: it computes'],
      [100, 58_000, 'used 0.1 s of processor time in 60.0 s, and waited 58.0 s for a processor'],
      [30_000, null, 'used 30.0 s of processor time in 60.0 s'],
      [null, null, undefined],
    ] as const)
      t.equal(processorNote({ cpuMs, waitMs }, 60_000), note);
    t.equal(processorNote({ cpuMs: 100 }, 100), 'used 0.1 s of processor time in 0.1 s', 'too little');
    t.equal(processorNote({ cpuMs: 0 }, 0), undefined, 'no time has gone by');
  });

  t.test('a player that was not ready in time is told whether it waits', async (t) => {
    const offence = { kind: 'startup', rule: 'silent', detail: 'was not ready within 10 s.' } as const;
    const facts = { exchanges: [], stderr: '', sandbox: 'off', width: 100, readyMs: 10_000 };
    const late = player({ outcome: 'failed', offence });
    t.equal(
      offenceReport({ ...facts, player: late }, paintFor(false))[1],
      '  it used 0.0 s of processor time: it waits',
    );
    const other = { ...late, offence: { ...offence, rule: 'exited' } };
    t.equal(offenceReport({ ...facts, player: other }, paintFor(false)).length, 1);
  });

  t.test('who held a game up: it ran out of time, or the game did, or the user of waiting', async (t) => {
    const exchanges = [said('host', 1, 'turn')];
    const slow = (more: object, reason: string, ms = 60_000, at = silence(0.5)) =>
      isSlow(player(more), { reason, ms }, exchanges, at);
    t.ok(slow({}, 'stalled'));
    t.ok(slow({}, 'game-timeout'));
    t.ok(slow({ timeouts: 1 }, 'played-out'));
    t.notOk(slow({ timeouts: 0 }, 'played-out'));
    t.notOk(slow({ offence: { kind: 'illegal', rule: 'word', detail: '' } }, 'stalled'), 'its own report');
    const unfinished = { outcome: 'unfinished' };
    t.ok(slow(unfinished, 'interrupted'));
    t.ok(slow(unfinished, 'interrupted', 60_000, silence()), 'it never wrote');
    t.notOk(slow(unfinished, 'interrupted', 2000), 'it had been told only just');
    t.notOk(slow(unfinished, 'interrupted', 60_000, silence(2)), 'it had answered');
    const over = [...exchanges, said('host', 60.001, 'gameover')];
    const interrupted = { reason: 'interrupted', ms: 60_000 };
    t.ok(isSlow(player(unfinished), interrupted, over, silence(0.5)), 'nothing is awaited after the end');
  });

  t.test('who said nothing until the time was up is told so, where that is how a game ends', async (t) => {
    const reason = 'time-up';
    t.ok(wasSilent(player(), { reason }, silence(), reason));
    t.ok(wasSilent(player(), { reason }, silence(-0.1), reason), 'it was ready, and no more');
    t.notOk(wasSilent(player(), { reason }, silence(0.5), reason), 'it wrote something');
    t.notOk(wasSilent(player(), { reason }, silence(), undefined), 'of another game');
    t.notOk(wasSilent(player(), { reason: 'played-out' }, silence(), reason));
    t.notOk(wasSilent(player({ outcome: 'left' }), { reason }, silence(), reason), 'it has its own report');
  });

  t.test('a player that waits for the turn of another holds nothing up', async (t) => {
    const exchanges = [said('host', 1, 'start')];
    const waiting = silence(0, false);
    for (const reason of ['game-timeout', 'interrupted'])
      t.notOk(isSlow(player(), { reason, ms: 60_000 }, exchanges, waiting), reason);
    t.ok(
      isSlow(player({ timeouts: 1 }), { reason: 'game-timeout', ms: 60_000 }, exchanges, waiting),
      'it had turns',
    );
  });

  t.test('for whom a game waits: for all, or for the one with the turn', async (t) => {
    const exchanges = new Exchanges();
    const out = (seat: number, t: number, clock?: true) =>
      exchanges.take({ n: 1, t, type: 'out', seat, text: 'x\n', ...(clock && { clock }) } as Noted);
    const read = (seat: number, t: number) =>
      exchanges.take({ n: 1, t, type: 'in', seat, data: Buffer.from('ready\n') } as unknown as Noted);
    read(1, -5);
    out(1, 1);
    t.same(exchanges.silenceOf(1), { wroteAt: -5, isAwaited: true });
    t.same(exchanges.silenceOf(2), { wroteAt: undefined, isAwaited: true });
    out(2, 2, true);
    t.equal(exchanges.silenceOf(1).isAwaited, false);
    for (let at = 3; at < 30; at++) out(1, at);
    t.same(exchanges.silenceOf(1), { wroteAt: -5, isAwaited: false }, 'long after the last exchanges');
    out(1, 30, true);
    t.equal(exchanges.silenceOf(1).isAwaited, true);
  });

  t.test('what was measured in turns that ran out is added up, if all of it could be read', async (t) => {
    const turns = new LateTurns();
    const ran = (cpuMs: number | null) =>
      turns.take({
        n: 1,
        t: 1,
        type: 'turn-load',
        seat: 1,
        k: 1,
        cpuMs,
        waitMs: 5,
        givenMs: 100,
        loopDelayMs: 0,
      } as Noted);
    t.equal(turns.of(1), undefined);
    ran(10);
    ran(20);
    t.same(turns.of(1), { turns: 2, cpuMs: 30, waitMs: 10, givenMs: 180 });
    ran(null);
    t.match(turns.of(1), { turns: 3, cpuMs: null });
  });
});

t.test('of several changes at once the last picture is drawn, too', async (t) => {
  const drawn: string[] = [];
  const stream = { columns: 80, rows: 24, write: (text: string) => drawn.push(text) };
  const panels = new LivePanels(stream as never, scrabble, ['Ada'], paintFor(false));
  for (const score of [1, 2, 3])
    panels.show(() => [{ seat: 1, caption: `${score === 1 ? 1 : 3} points`, rows: [] }]);
  await until(
    () => drawn.length === 2,
    () => drawn.join(),
  );
  t.strictSame(drawn, ['1 Ada: 1 points\n\n', '\x1b[2A\x1b[J1 Ada: 3 points\n\n']);
});
