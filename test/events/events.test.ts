import { readFileSync } from 'node:fs';
import { join, join as joinPath } from 'node:path';
import t from 'tap';
import { cut, visibleBytes } from '../../host/core/text.ts';
import { EventLog } from '../../host/events/event-log.ts';
import { type Exchange, Exchanges, type Silence } from '../../host/events/exchanges.ts';
import type { Noted, SharedEvent } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { type GameRecord, parseRecord, parseRecordBytes, readRecord } from '../../host/events/read-record.ts';
import { Recorder } from '../../host/events/recorder.ts';
import { type PlayerResult, type Result, ResultFold } from '../../host/events/result.ts';
import { isOverloaded, LateTurns, type Waiting } from '../../host/events/times.ts';
import { decisions, facts } from '../../host/games/events.ts';
import type { PlayerVerdict, Verdict } from '../../host/games/kit/verdict.ts';
import { games } from '../../host/games/registry.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { SilenceLine } from '../../host/views/terminal/live-game.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { drawPanel, drawPanels, inColumns, spaceOf } from '../../host/views/terminal/pictures.ts';
import {
  isSlow,
  offenceReport,
  processorNote,
  type SilentFacts,
  silentReport,
  wasSilent,
} from '../../host/views/terminal/player-reports.ts';
import { RedrawnLine } from '../../host/views/terminal/progress.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import { lostTurnsWords, overloadNote } from '../../host/views/words.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { recordText } from '../record-text.ts';
import fc from '../support/laws.ts';
import { TestTerminal } from '../views/test-terminal.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('overload', async (t) => {
  const second = (at: number) => Math.round(at * 1e9);
  const noFigures = { take() {}, game: () => ({}), player: () => ({}) };

  interface Load {
    readonly loopDelayMs?: number;
    /** Of each player, by seat. */
    readonly waited: readonly { readonly waitMs: number | null; readonly cpuMs: number | null }[];
  }

  /** A game of which only its times matter: started at -1 s, dealt at 0, ended after 10 s. */
  function resultOf(verdict: Pick<Verdict, 'outcome' | 'reason' | 'players'>, load: Load): Result {
    const fold = new ResultFold({ tally: () => noFigures }, verdict.players.length);
    let n = 0;
    const note = (t: number, type: string, more: object) =>
      fold.take({ n: ++n, t: second(t), type, ...more } as Noted);
    const players = verdict.players.map(({ seat }) => ({
      seat,
      entry: seat,
      name: `p${seat}`,
      command: 'x',
    }));
    note(-1, 'game', { id: 'x', game: 'x', seed: 'x', startedAt: 'x', players });
    for (const { seat } of players) note(-1, 'spawn', { seat, sandbox: 'off' });
    for (const { seat, offence } of verdict.players) if (offence) note(0, 'offence', { seat, ...offence });
    if (load.loopDelayMs !== undefined) note(10, 'load', { loopDelayMs: load.loopDelayMs });
    for (const [index, waited] of load.waited.entries())
      note(10, 'exit', { seat: index + 1, code: 0, signal: null, killed: false, maxRssKb: null, ...waited });
    return fold.finish({ winner: null, ...verdict }, second(10));
  }

  const lost = (seat: number): PlayerVerdict => ({ seat, outcome: 'lost' });
  const removed = (seat: number, kind: 'startup' | 'memory', rule: string): PlayerVerdict => ({
    seat,
    outcome: kind === 'startup' ? 'failed' : 'offender',
    offence: { kind, rule, detail: '' },
  });
  /** A turn of one second that ran out, and what else became of the game. */
  function lostTurn(load: object): Result {
    const fold = new ResultFold({ tally: () => noFigures }, 1);
    const players = [{ seat: 1, entry: 1, name: 'p1', command: 'x' }];
    let n = 0;
    const note = (type: string, more: object) => fold.take({ n: ++n, t: second(1), type, ...more } as Noted);
    note('game', { id: 'x', game: 'x', seed: 'x', startedAt: 'x', players });
    note('spawn', { seat: 1, sandbox: 'off' });
    note('turn-load', { seat: 1, k: 1, givenMs: 1_050, loopDelayMs: 3, waitMs: 10, cpuMs: 800, ...load });
    note('load', { loopDelayMs: 3 });
    note('exit', {
      seat: 1,
      code: 0,
      signal: null,
      killed: false,
      maxRssKb: null,
      waitMs: 900,
      cpuMs: 30_000,
    });
    return fold.finish(
      { winner: null, outcome: 'timeout', reason: 'max-turns', players: [lost(1)] },
      second(60),
    );
  }

  t.test('a player that has used up its time for the game may have waited for a processor', async (t) => {
    const banked: PlayerVerdict = {
      seat: 1,
      outcome: 'offender',
      offence: { kind: 'time', rule: 'time-bank', detail: '' },
    };
    const verdict = { outcome: 'won', reason: 'last-player', players: [banked, lost(2)] } as const;
    const waited = [
      { waitMs: 800, cpuMs: 150 },
      { waitMs: 5, cpuMs: 5 },
    ];
    const result = resultOf(verdict, { waited });
    t.ok(result.overloaded);
    t.match(overloadNote(result), /player 1 \(p1\) waited 800 ms .*allow more time \(--time-bank\)/);
    t.notOk(
      resultOf(verdict, { waited: [...waited].reverse() }).overloaded,
      'the other has not lost by time',
    );
  });

  t.test('a turn that ran out says by its own figures whether the machine was overloaded', async (t) => {
    t.notOk(lostTurn({}).overloaded, 'a small wait, and the host in time');
    t.ok(
      lostTurn({ waitMs: 500, cpuMs: 300 }).overloaded,
      'it waited for half of its turn, though not of the game',
    );
    t.ok(lostTurn({ loopDelayMs: 80 }).overloaded, 'the host was late in it');
    t.notOk(lostTurn({ waitMs: null, cpuMs: null }).overloaded, 'where nobody knows, nothing is said');
    const player = { ...lostTurn({ loopDelayMs: 80 }).players[0]!, timeouts: 1, waitMs: 900, name: 'p1' };
    const note = overloadNote({ ...lostTurn({ loopDelayMs: 80 }), players: [player] });
    t.match(note, /player 1 \(p1\) waited 900 ms .* allow more time \(--timeout\)/);
  });

  t.test(
    'in a turn of 20 ms a fifth of it waited, or the host late by half of it, is an overload',
    async (t) => {
      const short = { givenMs: 20, loopDelayMs: 2, waitMs: 0, cpuMs: 10 };
      t.notOk(lostTurn(short).overloaded, 'neither');
      t.notOk(lostTurn({ ...short, waitMs: 4 }).overloaded, 'a fifth, and no more');
      t.ok(lostTurn({ ...short, waitMs: 5 }).overloaded);
      t.notOk(
        lostTurn({ ...short, waitMs: 5, cpuMs: 15 }).overloaded,
        'a quarter of what it wanted, and no more',
      );
      t.notOk(lostTurn({ ...short, loopDelayMs: 10 }).overloaded, 'half, and no more');
      t.ok(lostTurn({ ...short, loopDelayMs: 11 }).overloaded);
      t.notOk(lostTurn({ waitMs: 100, cpuMs: 100 }).overloaded, 'in a long turn 100 ms are the least');
    },
  );

  const stalled = { outcome: 'stalled', reason: 'stalled', players: [lost(1), lost(2)] } as const;
  const tooLong = { outcome: 'timeout', reason: 'game-timeout', players: [lost(1), lost(2)] } as const;
  const won = { outcome: 'won', reason: 'bunch-empty', players: [lost(1), lost(2)] } as const;
  const quiet = { waitMs: 20, cpuMs: 900 };
  const starved = { waitMs: 4100, cpuMs: 2000 };

  t.test('the machine was overloaded when', async (t) => {
    const given = 10_000;
    const late = (waitMs: number | null, cpuMs: number | null = 0, givenMs = given): Waiting[] => [
      { waitMs, cpuMs, givenMs },
    ];
    t.test(
      'a late player waited for more than 0.1 s and a tenth of its time and a quarter of what it wanted',
      async (t) => {
        t.ok(isOverloaded(0, late(1_100, 3_000)));
        t.notOk(isOverloaded(0, late(1_100, 3_400)), 'it had a processor for most of what it wanted');
        t.notOk(isOverloaded(0, late(900, 0)), 'not what it lost its time with');
        t.notOk(isOverloaded(0, late(90, 0, 200)), 'nothing to speak of');
        t.ok(isOverloaded(0, late(110, null, 200)), 'though nobody knows how long it had one');
        t.notOk(isOverloaded(0, late(null, 0)), 'where nobody knows, nothing is said');
      },
    );
    t.test('or the host was late by more than 50 ms and a fiftieth of that time', async (t) => {
      t.ok(isOverloaded(201, late(null)));
      t.notOk(isOverloaded(199, late(null)));
      t.notOk(isOverloaded(50, late(null, 0, 100)));
      t.ok(isOverloaded(51, late(null, 0, 100)));
      t.notOk(isOverloaded(null, late(null)));
    });
    t.test('somebody was late at all', async (t) => t.notOk(isOverloaded(5_000, [])));
  });

  t.test('a timeout on an overloaded machine says so, with the figures and what to do', async (t) => {
    const result = resultOf(stalled, { loopDelayMs: 82.4, waited: [starved, quiet] });
    t.equal(result.overloaded, true);
    t.equal(
      overloadNote(result),
      'the machine was overloaded: player 1 (p1) waited 4.1 s for a processor and used one for 2.0 s; the host was delayed by up to 82 ms. Run fewer games at once, allow more time (--stall), or use a quieter machine',
    );
    t.match(
      overloadNote(resultOf(tooLong, { waited: [starved, quiet] })),
      /^((?!host itself).)*--game-timeout/,
    );
  });

  t.test('of a player that was silent at the start only its own waiting counts', async (t) => {
    const silent = {
      ...won,
      players: [removed(1, 'startup', 'silent'), { seat: 2, outcome: 'won' }],
    } as const;
    const own = resultOf(silent, { loopDelayMs: 1, waited: [{ waitMs: 400, cpuMs: 300 }, quiet] });
    t.match(overloadNote(own), /player 1 \(p1\) waited 400 ms .*--ready-timeout/);
    t.notMatch(overloadNote(own), /player 2/);
    const other = resultOf(silent, { loopDelayMs: 1, waited: [quiet, starved] });
    t.equal(other.overloaded, undefined);
    const both = { ...stalled, players: [removed(1, 'startup', 'silent'), lost(2)] } as const;
    const twice = resultOf(both, { loopDelayMs: 900, waited: [quiet, quiet] });
    t.match(overloadNote(twice), /overloaded: the host was delayed .*\(--ready-timeout, --stall\)/);
  });

  t.test('on a machine with time for all, a timeout says nothing of it', async (t) => {
    for (const timeout of [stalled, tooLong]) {
      const result = resultOf(timeout, { loopDelayMs: 3, waited: [quiet, quiet] });
      t.notOk('overloaded' in result);
      t.equal(overloadNote(result), undefined);
    }
  });

  t.test('without a timeout the figures stand there alone', async (t) => {
    const ends = [won, { ...won, players: [removed(1, 'memory', 'resident'), lost(2)] }];
    for (const end of [...ends, { ...won, players: [removed(1, 'startup', 'exited'), lost(2)] }]) {
      const result = resultOf(end, { loopDelayMs: 2_000, waited: [starved, starved] });
      t.match(result, { loopDelayMs: 2_000, players: [{ waitMs: 4100, cpuMs: 2000 }, { waitMs: 4100 }] });
      t.notOk('overloaded' in result);
    }
  });

  t.test('what was not measured is null', async (t) => {
    const waited = [{ waitMs: null, cpuMs: null }, quiet];
    t.match(resultOf(stalled, { waited }), { loopDelayMs: null, players: [{ waitMs: null }, {}] });
  });
});

t.test('records', async (t) => {
  const game = recordText({ players: 2 }).trimEnd();
  const whole = readFileSync(
    join(import.meta.dirname, '../old-records/f826bcc/bananagrams-dumps-and-crash.jsonl'),
    'utf8',
  );
  const left = { type: 'left', seat: 1, cause: 'exited' } as const;

  function dumped(bytes: readonly [number, number]) {
    return { type: 'dump', seat: 1, letter: 'A', drew: 'ABC', refused: false, bytes } as const;
  }

  function logged(act: (log: EventLog) => void): Noted[] {
    const events: Noted[] = [];
    act(new EventLog([{ take: (event) => events.push(event) }]));
    return events;
  }

  t.test('times count from the deal, and what came before it waits for it', async (t) => {
    const events = logged((log) => {
      log.note({ type: 'spawn', seat: 1, sandbox: 'off' }, 100);
      log.begin(1000);
      log.note(left, 1500);
      log.begin(7777);
      log.note(left, 1600);
    });
    t.same(
      events.map(({ n, t }) => [n, t]),
      [
        [1, -900],
        [2, 500],
        [3, 600],
      ],
    );
  });

  t.test('what is told at once is told before there is a deal', async (t) => {
    const told: string[] = [];
    const log = new EventLog([], (event) => told.push(event.type));
    log.note(left, 5);
    t.same(told, ['left']);
  });

  t.test('a decision names the reads that its message came in, and its bytes', async (t) => {
    const events = logged((log) => {
      log.begin(0);
      log.noteRead(1, Buffer.from('nd'), 1);
      log.note({ type: 'ready', seat: 1, bytes: [0, 1] }, 1);
      log.noteRead(2, Buffer.from('r'), 2);
      log.noteRead(1, Buffer.from('AdB'), 3);
      log.note(dumped([1, 3]) as never, 3);
      log.note(dumped([3, 5]) as never, 3);
    });
    t.same(
      events.filter((event) => 'bytes' in event).map((event) => event.in),
      [
        [1, 1],
        [1, 4],
        [4, 4],
      ],
    );
  });

  t.test('what was read is written as text or hex, and read back to the same bytes', async () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (data) => {
        const reading = parseRecord(
          `${game}\n${eventLine({ n: 2, t: 0, type: 'in', seat: 1, data })}\n`,
          'x',
          games,
        );
        const event = reading.ok ? reading.events[1] : undefined;
        return event?.type === 'in' && Buffer.from(data).equals(event.data);
      }),
    );
  });

  t.test('the fields of what was read have one order, whatever its size', async (t) => {
    for (const size of [1, 64, 65, 5000]) {
      const said = 'say "\\"\n'.repeat(size).slice(0, size);
      const place = { n: 2, t: 7, type: 'in', seat: 1 } as const;
      const data = Uint8Array.from(Buffer.from(said));
      t.equal(eventLine({ ...place, data }), JSON.stringify({ ...place, text: said }));
      const odd = data.fill(0xe9, -1);
      const hex = Buffer.from(odd).toString('hex');
      t.equal(eventLine({ ...place, data: odd }), JSON.stringify({ ...place, hex }));
    }
  });

  t.test('text is for printable ASCII and newlines alone', async (t) => {
    const line = (text: string) =>
      JSON.parse(eventLine({ n: 1, t: 0, type: 'in', seat: 1, data: Buffer.from(text) }));
    t.match(line('r\n'), { text: 'r\n' });
    for (const odd of ['r\r', '\0', 'é', '\u2028']) t.type(line(odd).hex, 'string');
  });

  t.test('a torn last line is left out, and said', async (t) => {
    t.match(parseRecord(`${game}\n{"n":2,"t":1,"ty`, 'x', games), {
      ok: true,
      torn: true,
      events: { length: 1 },
    });
    t.match(parseRecord(`${game}\n{"n":2,"t":1,"type":"interrupt"}`, 'x', games), {
      ok: true,
      torn: false,
      events: { length: 2 },
    });
  });

  t.test('what is no record is told with its place', async (t) => {
    const folder = t.testdir({
      'a.jsonl': `${game}\nnonsense\n{"n":3,"t":0,"type":"end"}\n`,
      'b.jsonl': '{"n":1,"t":0,"type":"peel"}\n',
      'c.jsonl': `${whole}\n\n`,
      'd.jsonl': `${whole}${game}\n`,
      empty: '',
      begun: game.slice(0, 20),
    });
    const problem = (name: string) => {
      const reading = readRecord(join(folder, name), games);
      return reading.ok ? '' : reading.problem;
    };
    t.match(problem('a.jsonl'), /line 2: expected an event/);
    t.match(problem('b.jsonl'), /expected a record of wordhost/);
    t.match(
      problem('c.jsonl'),
      /line \d+: expected `end` in the last line only; got 2 more lines, all empty, after it/,
    );
    t.match(problem('d.jsonl'), /line \d+: expected `end` in the last line only; got 1 more line after it/);
    for (const killed of ['empty', 'begun'])
      t.match(
        problem(killed),
        /expected a record of wordhost; got no complete line: the host was killed before/,
      );
    t.match(problem('nowhere'), /no such file/);
    t.match(problem(''), /got a folder/);
  });

  t.test('a record that begins with a byte order mark is refused for that, with what to do', async (t) => {
    t.same(parseRecordBytes(Buffer.from(`\ufeff${whole}`), 'game.jsonl', games), {
      ok: false,
      problem:
        'game.jsonl: it begins with a byte order mark, which records do not have: another program changed it. To remove it: tail -c +4 FILE > NEWFILE',
    });
    t.ok(parseRecordBytes(Buffer.from(`\ufeff${whole}`).subarray(3), 'game.jsonl', games).ok, 'tail -c +4');
  });

  t.test(
    'what is too long, too deep or too much to be a record is refused before it is parsed',
    async (t) => {
      const problem = (text: string) => {
        const reading = parseRecord(text, 'x', games);
        return reading.ok ? '' : reading.problem;
      };
      const deep = `{"n":2,"t":0,"type":"interrupt","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      t.match(
        problem(`${game}\n${deep}\n`),
        /line 2: expected at most 64 levels of nested lists and objects; it has more/,
      );
      const long = `{"n":2,"t":0,"type":"interrupt","x":"${'x'.repeat(40_000_000)}"}`;
      t.match(problem(`${game}\n${long}\n`), /line 2: not an event: more than 40000000 characters/);
      const list = `{"n":2,"t":0,"type":"out","seat":1,"text":"","order":[${'1,'.repeat(300_000)}1]}`;
      t.match(
        problem(`${game}\n${list}\n`),
        /line 2: out\.order: expected a list of at most 262144; got a list of 300001/,
      );
      t.match(problem(`${game}\n${'\n'.repeat(3_000_000)}`), /at most 3000000 lines/);
    },
  );

  t.test('a record is in the file when it is flushed, one line an event', async (t) => {
    const path = join(t.testdir({}), 'game.jsonl');
    const recorder = new Recorder(path);
    for (let n = 1; n <= 3; n++) recorder.take({ n, t: n, ...left });
    recorder.flush();
    t.equal(readFileSync(path, 'utf8').split('\n').length, 4);
    recorder.take({ n: 4, t: 4, type: 'interrupt' });
    recorder.close();
    t.match(readFileSync(path, 'utf8'), /"n":4.*\n$/);
  });

  t.test('a full disk ends the record and nothing else', async (t) => {
    const recorder = new Recorder('/dev/full');
    recorder.take({ n: 1, t: 1, ...left });
    recorder.flush();
    t.match(recorder.failure, /ENOSPC/);
    recorder.take({ n: 2, t: 2, ...left });
    recorder.close();
  });

  t.test('the last exchanges are kept, bounded, with their place', async (t) => {
    const exchanges = new Exchanges();
    let n = 0;
    const told = (text: string) => exchanges.take({ n: ++n, t: n, type: 'out', seat: 1, text });
    const said = (text: string) =>
      exchanges.take({ n: ++n, t: n, type: 'in', seat: 1, data: Buffer.from(text) });
    told('how to play');
    t.same(exchanges.with(1), [], 'what a player is sent before it is ready is the same for all');
    exchanges.take({ n: ++n, t: n, type: 'ready', seat: 1, bytes: [0, 0] });
    for (let round = 0; round < 50; round++) {
      told(`${round}.`);
      said('dA');
    }
    said('d');
    t.equal(exchanges.with(1).length, 8);
    t.match(
      exchanges.with(1).at(-1),
      { from: 'player', text: 'dAd', offset: 98 },
      'pieces are one thing said',
    );
    said('x'.repeat(100_000));
    t.ok(exchanges.with(1).at(-1)!.text.length <= 4096);
    t.same(exchanges.with(2), []);
  });

  t.test('a fault is marked at its byte, or at the beginning of its line', async (t) => {
    const exchanges = new Exchanges();
    const said = (text: string) =>
      exchanges.take({ n: 1, t: 1, type: 'in', seat: 1, data: Buffer.from(text) });
    said('ready\n@1 pass\n');
    exchanges.take({ n: 1, t: 1, type: 'ready', seat: 1, bytes: [0, 6] });
    exchanges.take({ n: 2, t: 2, type: 'out', seat: 1, text: 'turn 1000 2\n' });
    said('hello\nworld\n');
    const report = (at: number, unit: 'byte' | 'line') => {
      const offence = { kind: 'protocol', rule: 'form', detail: 'odd', at, unit };
      const player = {
        seat: 1,
        name: 'p',
        command: 'p',
        outcome: 'offender',
        offence,
      } as unknown as PlayerResult;
      return offenceReport(
        { player, exchanges: exchanges.with(1), stderr: '', sandbox: 'process', width: 80 },
        paintFor(false),
      ).slice(1);
    };
    const [first, told, second] = ['  > ready\\n@1 pass\\n', '  < turn 1000 2\\n', '  > hello\\nworld\\n'];
    t.same(report(4, 'line'), [first, told, second, '           ^ line 4']);
    t.same(report(3, 'line'), [first, told, second, '    ^ line 3']);
    t.same(report(2, 'line'), [first, '           ^ line 2', told, second]);
    t.same(report(7, 'byte'), [first, '            ^ byte 7', told, second]);
    t.same(report(5, 'line'), [first, told, second], 'one that has not come');
  });

  t.test('whoever met a refused system call under strict is told of it', async (t) => {
    const told = (sandbox: string, stderr: string, signal: string | null = null) => {
      const player = { seat: 1, name: 'p', command: 'p', outcome: 'left', exit: { code: 1, signal } };
      const facts = { player: player as unknown as PlayerResult, exchanges: [], stderr, sandbox, width: 80 };
      return offenceReport(facts, paintFor(false))
        .join('\n')
        .includes('Under --sandbox strict some system calls');
    };
    t.ok(told('strict', 'PermissionError: [Errno 1] Operation not permitted\n'));
    t.ok(told('strict', 'io_uring_setup: Function not implemented'));
    t.ok(told('strict', 'Error: EPERM, setPriority'));
    t.ok(told('strict', '', 'SIGSYS'));
    t.notOk(told('strict', 'Traceback: list index out of range'));
    t.notOk(told('bubblewrap', 'Operation not permitted'));
  });

  t.test('nothing that a player wrote reaches the terminal as it is', async (t) => {
    t.equal(visibleBytes('a\n\r\t\0\x1b[31mé'), 'a\\n\\r\\t\\x00\\x1b[31m\\xe9');
    t.equal(cut('abcdef', 4), 'abc…');
    t.equal(cut('abcd', 4), 'abcd');
  });

  t.test('a table has its numbers to the right', async (t) => {
    t.same(
      drawTable(
        ['player', 'peels'],
        [
          ['a', '7'],
          ['longer', '12'],
        ],
      ),
      ['player  peels', 'a           7', 'longer     12'],
    );
  });

  t.test('panels stand side by side as long as there is room', async (t) => {
    const panel = (seat: number) => ({ seat, caption: '', rows: ['AB', ' C'] });
    const panels = [panel(1), panel(2)];
    t.same(drawPanels(panels, ['one', 'two'], spaceOf(40)), ['one    two', '', 'A B    A B', '  C      C']);
    t.same(drawPanels(panels, ['one', 'two'], spaceOf(8)), [
      'one',
      '',
      'A B',
      '  C',
      '',
      'two',
      '',
      'A B',
      '  C',
    ]);
  });

  t.test('a way over a grid is drawn from cell to cell, and begins at the cell in parentheses', async (t) => {
    const panel = { seat: 1, caption: '', rows: ['ABC', 'DEF', 'GHI'], path: [0, 4, 1, 3, 6, 7] };
    const space = spaceOf(80);
    t.same(drawPanel(panel, space), ['(A)  B   C', '   X |', ' D   E   F', ' |', ' G---H   I']);
    t.same(drawPanel({ ...panel, path: [] }, space), [' A   B   C', '', ' D   E   F', '', ' G   H   I']);
    t.same(
      drawPanel(panel, { ...space, strokes: false }),
      ['A B c', 'D E f', 'G H i'],
      'where it must be small',
    );
  });

  t.test('cells of several letters are as wide as the widest', async (t) => {
    const panel = {
      seat: 1,
      caption: '',
      rows: [
        ['Qu', 'A'],
        ['B', 'The'],
      ],
    };
    t.same(drawPanel(panel, spaceOf(80)), ['Qu  A', 'B   The']);
    t.same(drawPanel({ ...panel, path: [0, 1] }, spaceOf(80)), ['(Qu)---A', '', ' B     The']);
  });

  t.test('a list goes down in columns, and where it does not fit says how many more there are', async (t) => {
    const list = ['one', 'two', 'three', 'four', 'five'];
    const panel = { seat: 1, caption: '', rows: [], list };
    t.same(drawPanel(panel, { ...spaceOf(12), listed: 3 }), ['one    four', 'two    five', 'three']);
    t.same(drawPanel(panel, { ...spaceOf(12), listed: 2 }), ['one    two', 'and 3 more']);
    t.same(drawPanel(panel, { ...spaceOf(5), listed: 5 }), list);
    t.same(drawPanel({ ...panel, list: [] }, spaceOf(80)), []);
    t.same(inColumns(['a', 'b'], 80, 0), ['and 2 more']);
  });
});

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

  t.test(
    'a player that held a game up is reported with its messages, their times and its standard error',
    async (t) => {
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
    },
  );

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
    t.equal(
      lostTurnsWords(player({ timeouts: 2, cpuTimeouts: 1, answers: 9 }), undefined),
      'ran out of time in 2 of 9 turns, 1 of them because of processor time',
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
    t.equal(
      processorNote({ cpuMs: 100 }, 100),
      'used 0.1 s of processor time in 0.1 s',
      'too little to say it',
    );
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
    t.notOk(
      slow({ offence: { kind: 'illegal', rule: 'word', detail: '' } }, 'stalled'),
      'it has its own report',
    );
    const unfinished = { outcome: 'unfinished' };
    t.ok(slow(unfinished, 'interrupted'));
    t.ok(slow(unfinished, 'interrupted', 60_000, silence()), 'it never wrote');
    t.notOk(slow(unfinished, 'interrupted', 2000), 'it had been told only just');
    t.notOk(slow(unfinished, 'interrupted', 60_000, silence(2)), 'it had answered');
    const over = [...exchanges, said('host', 60.001, 'gameover')];
    const interrupted = { reason: 'interrupted', ms: 60_000 };
    t.ok(
      isSlow(player(unfinished), interrupted, over, silence(0.5)),
      'nothing is to be answered after the end',
    );
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
    t.same(
      exchanges.silenceOf(1),
      { wroteAt: -5, isAwaited: false },
      'long after it has left the last exchanges',
    );
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

t.test('old records', async (t) => {
  const cache = [{ path: t.testdir(), exposed: false }];
  const lexica = ['english', ...lists].map((name): Lexicon => {
    const reading = loadLexicon(name, cache);
    if (!reading.ok) throw new Error(reading.problem);
    return reading.lexicon;
  });

  function recordOf(text: string): GameRecord {
    const record = parseRecord(text, 'old.jsonl', games);
    if (!record.ok) throw new Error(record.problem);
    return record;
  }

  function verified(text: string) {
    const record = recordOf(text);
    const { dictionary } = record.header;
    const lexicon = lexica.find(({ sha256 }) => 'sha256' in dictionary && sha256 === dictionary.sha256);
    const planned = planFromRecord(record, lexicon);
    if (!planned.ok) throw new Error(planned.problem);
    return verifyRecord(planned.plan, record.events, record.lines);
  }

  const textOf = (wanted: string) => oldRecords.find(({ name }) => name === wanted)!.text;

  t.test(
    'a record of any earlier version verifies to the byte, wherever its word list lies now',
    async (t) => {
      for (const { name, text } of oldRecords)
        t.match(verified(text), { ok: true, complete: !name.endsWith('host-killed') }, name);
    },
  );

  t.test('a result that was changed in it does not', async (t) => {
    for (const { name, text } of oldRecords.filter(({ name }) => !name.endsWith('host-killed'))) {
      const changed = text.replace(
        /"ms":([\d.]+),(?=[^\n]*\n$)/,
        (_, ms: string) => `"ms":${Number(ms) + 1},`,
      );
      t.match(verified(changed), { ok: false, disagreement: { problem: 'the result is different' } }, name);
    }
  });

  type Line = Readonly<Record<string, unknown>>;

  /** The lines with other numbers, as many as there are. */
  function changed(text: string, change: (lines: readonly Line[]) => readonly Line[]): string {
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    return change(lines)
      .map((line, index) => `${JSON.stringify({ ...line, n: index + 1 })}\n`)
      .join('');
  }

  t.test(
    'facts that cannot be so are found: twice, of another seat, left out, or at another time',
    async (t) => {
      const played = (game: string) =>
        oldRecords.filter(
          ({ text }) => text.includes(`"game":"${game}"`) && /"type":"exit".*"type":"end"/s.test(text),
        );
      const whole = Object.keys(games).flatMap((game) => played(game).slice(0, 2));
      t.equal(whole.length, 6);
      const far = 1e15;
      const is = (type: string) => (line: Line) => line.type === type;
      const twice = (type: string) => (lines: readonly Line[]) =>
        lines.flatMap((line) => (is(type)(line) ? [line, line] : [line]));
      const forgeries: Readonly<Record<string, (lines: readonly Line[]) => readonly Line[]>> = {
        'a start twice': twice('spawn'),
        'an exit twice': twice('exit'),
        'a start left out': (lines) => lines.toSpliced(lines.findIndex(is('spawn')), 1),
        'the start of a seat that is not there': (lines) =>
          lines.map((line) => (is('spawn')(line) ? { ...line, seat: 99 } : line)),
        'an exit that is earlier': (lines) =>
          lines.map((line) => (is('exit')(line) ? { ...line, t: -far } : line)),
        'an exit that is later': (lines) =>
          lines.map((line) => (is('exit')(line) ? { ...line, t: far } : line)),
        'a start that is earlier': (lines) =>
          lines.map((line) => (is('spawn')(line) ? { ...line, t: -far } : line)),
        'what was told later': (lines) => lines.map((line) => (is('out')(line) ? { ...line, t: far } : line)),
        'what was told earlier': (lines) =>
          lines.map((line) => (is('out')(line) ? { ...line, t: -far } : line)),
        'an end that is earlier': (lines) =>
          lines.map((line) => (is('end')(line) ? { ...line, t: -far } : line)),
      };
      for (const { name, text } of whole) {
        const same = changed(text, (lines) => lines);
        t.match(verified(same), { ok: true }, `${name}, as it was`);
        for (const [what, forge] of Object.entries(forgeries)) {
          const forged = changed(text, forge);
          // Where nobody was ready, nothing was told.
          if (forged !== same) t.match(refusedOf(forged), { ok: false }, `${name}: ${what}`);
        }
      }
    },
  );

  /** What cannot be read at all is found, too. */
  function refusedOf(text: string) {
    const record = parseRecord(text, 'old.jsonl', games);
    return record.ok ? verified(text) : { ok: false };
  }

  t.test(
    'every game was played, on every sandbox level, and everything that can happen has happened',
    async (t) => {
      const records = oldRecords.map(({ text }) => recordOf(text));
      const played = new Set(records.map(({ game }) => game.name));
      t.same([...played].sort(), Object.keys(games).sort());
      const events = records.flatMap(({ game, events }) =>
        events.map((event) => ({ game: game.name, event })),
      );
      const levels = new Set(events.flatMap(({ event }) => (event.type === 'spawn' ? [event.sandbox] : [])));
      t.same([...levels].sort(), ['bubblewrap', 'off', 'process', 'strict', 'unshare']);
      const seen = new Set(events.flatMap(({ game, event }) => [event.type, `${game}: ${event.type}`]));
      const own = Object.values(games).flatMap(({ name, events }) =>
        Object.keys(events).map((type) => `${name}: ${type}`),
      );
      for (const type of [...Object.keys(facts), ...Object.keys(decisions), ...own])
        t.ok(seen.has(type), type);
    },
  );

  t.test('all players were told the same path, or the record is not right', async (t) => {
    const text = textOf('53477d5/boggle-turns');
    const path = /dictionary ([^\\]+)/.exec(text)![1]!;
    t.match(verified(text.replaceAll(path, '/another/english.txt')), { ok: true }, 'a list elsewhere');
    t.match(verified(text.replace(path, '/another/english.txt')), { ok: false }, 'for one player only');
    t.match(verified(text.replaceAll(path, `${path}\\nboard 9 9`)), { ok: false }, 'a line more');
  });

  t.test('the command line of each record is kept', async (t) => {
    const lines = readFileSync(join(beside('../old-records'), 'command-lines.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    const named = lines.map((line) => /^([\w/-]+): \S/.exec(line)?.[1]);
    t.same(named.sort(), oldRecords.map(({ name }) => name).sort());
    t.ok(oldRecords.length >= 30, `${oldRecords.length} records`);
  });

  t.test('no record names a folder of the machine that played', async (t) => {
    for (const { name, text } of oldRecords)
      for (const [, path] of text.matchAll(/dictionary (\/[^\\]*)/g))
        t.match(path, /^\/tmp\/wordhost-/, name);
  });
});
