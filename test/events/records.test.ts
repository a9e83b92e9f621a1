import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { cut, visibleBytes } from '../../host/core/text.ts';
import { EventLog } from '../../host/events/event-log.ts';
import { Exchanges } from '../../host/events/exchanges.ts';
import type { Noted } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord, parseRecordBytes, readRecord } from '../../host/events/read-record.ts';
import { Recorder } from '../../host/events/recorder.ts';
import type { PlayerResult } from '../../host/events/result.ts';
import { games } from '../../host/games/registry.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import {
  drawPanel,
  drawPanels,
  inColumns,
  pictureLines,
  spaceOf,
} from '../../host/views/terminal/pictures.ts';
import { offenceReport } from '../../host/views/terminal/player-reports.ts';
import { drawTable } from '../../host/views/terminal/table.ts';
import { recordText } from '../record-text.ts';
import fc from '../support/laws.ts';

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
  t.match(problem('c.jsonl'), /line \d+: expected `end` in .*2 more lines, all empty/);
  t.match(problem('d.jsonl'), /line \d+: expected `end` in the last line only; got 1 more line after it/);
  for (const killed of ['empty', 'begun'])
    t.match(problem(killed), /got no complete line: the host was killed before/);
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

t.test('what is too long, too deep or too much to be a record is refused before it is parsed', async (t) => {
  const problem = (text: string) => {
    const reading = parseRecord(text, 'x', games);
    return reading.ok ? '' : reading.problem;
  };
  const deep = `{"n":2,"t":0,"type":"interrupt","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  t.match(problem(`${game}\n${deep}\n`), /line 2: expected at most 64 levels/);
  const long = `{"n":2,"t":0,"type":"interrupt","x":"${'x'.repeat(40_000_000)}"}`;
  t.match(problem(`${game}\n${long}\n`), /line 2: not an event: more than 40000000 characters/);
  const list = `{"n":2,"t":0,"type":"out","seat":1,"text":"","order":[${'1,'.repeat(300_000)}1]}`;
  t.match(problem(`${game}\n${list}\n`), /line 2: out\.order: .*262144; got a list of 300001/);
  t.match(problem(`${game}\n${'\n'.repeat(3_000_000)}`), /at most 3000000 lines/);
});

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
  t.match(exchanges.with(1).at(-1), { from: 'player', text: 'dAd', offset: 98 }, 'pieces are one thing said');
  said('x'.repeat(100_000));
  t.ok(exchanges.with(1).at(-1)!.text.length <= 4096);
  t.same(exchanges.with(2), []);
});

t.test('a fault is marked at its byte, or at the beginning of its line', async (t) => {
  const exchanges = new Exchanges();
  const said = (text: string) => exchanges.take({ n: 1, t: 1, type: 'in', seat: 1, data: Buffer.from(text) });
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

t.test('the last moves are listed beside a board as long as there is room', async (t) => {
  const board = { seat: undefined, caption: 'CAT for 5', rows: ['CAT', '...', '...', '...', '...', '...'] };
  const points = { B: 3, C: 3, Z: 10 };
  const player = (seat: number, rack: string) => ({
    seat,
    caption: `${seat} points`,
    rows: [],
    rack,
    points,
  });
  const panels = [{ ...board, stock: '7 in the bag' }, player(1, 'ABC'), player(2, 'XYZ')];
  const moves = ['1 plays AT for 2', '2 plays CAT for 5', '1 passes'];
  const plain = paintFor(false);
  const lines = (width: number, all = moves) => pictureLines(panels, ['Ada', 'Ben'], width, 20, plain, all);
  t.strictSame(lines(60), [
    'CAT for 5    1 Ada: 1 points',
    '               A B3 C3',
    'C A T        2 Ben: 2 points',
    '. . .          X Y Z10',
    '. . .        7 in the bag',
    '. . .',
    '. . .        2 plays CAT for 5',
    '. . .        1 passes',
  ]);
  t.strictSame(lines(60, []), [
    'CAT for 5    1 Ada: 1 points, holds ABC',
    '             2 Ben: 2 points, holds XYZ',
    'C A T',
    ...Array(5).fill('. . .'),
  ]);
  t.strictSame(lines(32).slice(8), ['', '1 Ada: 1 points, holds ABC', '2 Ben: 2 points, holds XYZ']);
  const race = [{ ...player(1, 'ABC'), rows: ['AB'] }, player(2, 'XYZ')];
  t.strictSame(pictureLines(race, ['Ada', 'Ben'], 60, 20, plain, moves), [
    '1 Ada: 1 points, holds ABC    2 Ben: 2 points, holds XYZ',
    '',
    'A B',
  ]);
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
  t.same(drawPanel(panel, { ...space, strokes: false }), ['A B c', 'D E f', 'G H i'], 'where it is small');
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
