import assert from 'node:assert/strict';
import type { Test } from 'tap';
import { micros, millis, seconds } from '../../host/core/units.ts';
import type { Effect, Scanned, Scanner } from '../../host/games/game.ts';
import type { RefereeTable } from '../games/referee-table.ts';
import { scanAll, takeAll } from '../games/scan-all.ts';
import { playedByHand } from '../match/hand-played.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { planOf } from './plan-of.ts';
import type { LineSubject, LineWire } from './subjects/line-subject.ts';
import { laid, MARGIN, opened, optionsOf, turnIn } from './turn-table.ts';

const LONGEST = 65_536;

/** What holds for every game in lines, besides what holds for every game. */
export function lineGameContract(t: Test, subject: LineSubject): void {
  t.test('what the host says is what its players read', async (t) => {
    const { notices, readNotice, noticeText } = subject;
    const property = fc.property(notices, (notice) => {
      const text = noticeText(notice);
      assert.match(text, /^[^\n]+\n$/);
      assert.deepEqual(plain(readNotice(text.slice(0, -1))), plain(notice));
      assert.deepEqual(plain(readNotice(text.replace('\n', '\r'))), plain(notice));
    });
    t.doesNotThrow(() => fc.assert(property, runs(300)));
    t.equal(readNotice('weather fine'), undefined, 'a player skips what it does not know');
  });

  t.test('what a player reads before it is ready is what it was told', async (t) => {
    const { greetings, greetingText } = subject;
    const tables = subject.wires.flatMap(({ options }) =>
      [1, 2].map((seat) => laid(subject, options).greeting(seat)),
    );
    const texts = [...greetings.map(greetingText), ...tables.map((lines) => `${lines.join('\n')}\n`)];
    t.ok(texts.length > 1);
    for (const text of texts) {
      t.equal(again(subject, text), text);
      t.equal(again(subject, text.replaceAll('\n', '\r\n')), text, 'with carriage returns');
      t.equal(again(subject, text.replace('timeout', 'weather fine\ntimeout')), text, 'with an unknown line');
    }
    for (const told of greetings)
      t.same(subject.readGreeting(greetingText(told).split('\n')), { ok: true, told });
  });

  for (const wire of subject.wires) t.test(wire.name, async (t) => wireContract(t, subject, wire));
  for (const wire of subject.wires)
    if (wire.inTurns) t.test(`turns: ${wire.name}`, async (t) => turnsContract(t, subject, wire));
}

function wireContract(t: Test, subject: LineSubject, wire: LineWire<unknown>): void {
  const scan = (bytes: Uint8Array | string, cuts: readonly number[] = []) =>
    scanned(subject, wire, bytes, cuts);
  const tags = wire.inTurns ? fc.option(fc.nat(1e9), { nil: undefined }) : fc.constant(undefined);
  const said = fc.array(fc.tuple(tags, wire.moves), { maxLength: 8 });
  const cuts = fc.array(fc.nat(), { maxLength: 12 });

  t.test('what a player says is what is heard, however its bytes are cut', async (t) => {
    const property = fc.property(said, cuts, fc.boolean(), (all, cuts, hasReturns) => {
      const lines = ['ready', ...all.map(([tag, move]) => subject.moveText(move, tag))];
      const found = scan(lines.map((line) => `${line}${hasReturns ? '\r' : ''}\n`).join(''), cuts);
      assert.deepEqual(found.map(lineOf), ['ready', ...lines.slice(1)]);
      for (const [index, each] of found.entries())
        if (each.kind === 'message') assertHeard(subject, each, all[index - 1]!, index + 1);
      assertAdjacent(found);
    });
    t.doesNotThrow(() => fc.assert(property, runs(200)));
  });

  t.test('spaces do not matter', async (t) => {
    const property = fc.property(wire.moves, (move) => {
      const line = subject.moveText(move);
      const [plain, spaced] = [scan(`${line}\n`), scan(`  ${line.replaceAll(' ', '   ')} \r\n`)];
      const bare = ({ message }: { message: object }) => ({ ...message, line: '' });
      assert.deepEqual(bare(spaced[0] as never), bare(plain[0] as never));
    });
    t.doesNotThrow(() => fc.assert(property, runs(100)));
  });

  t.test('random lines: never an exception, and the same however they are cut', async (t) => {
    const word = fc.constantFrom(...wire.words, 'ready', '@1', '@', '', '99999999999', '\r', '\u00c4', '\0');
    const line = fc.oneof(
      fc.array(word, { maxLength: 8 }).map((words) => Buffer.from(`${words.join(' ')}\n`)),
      fc.uint8Array({ maxLength: 30 }),
    );
    let faults = 0;
    const property = fc.property(fc.array(line, { maxLength: 40 }), cuts, (parts, cuts) => {
      const whole = Buffer.concat(parts);
      const found = scan(whole);
      assert.deepEqual(scan(whole, cuts), found);
      if (found.at(-1)?.kind === 'fault') faults++;
    });
    t.doesNotThrow(() => fc.assert(property, runs(1000)));
    t.ok(faults > 100, `${faults} broke the wire`);
  });

  t.test('a second ready, an empty line and an unknown word break the wire at once', async (t) => {
    for (const [line, rule] of [
      ['ready', 'order'],
      ['', 'empty'],
      ['   ', 'empty'],
      ['hello', 'word'],
    ] as const) {
      const found = scan(`ready\n${line}\nforfeit\n`);
      const offence = { kind: 'protocol', rule, at: 2, unit: 'line' };
      t.match(found, [{ kind: 'ready' }, { kind: 'fault', offence }], line);
      t.equal(found.length, 2);
    }
  });

  t.test('a line of 64 KiB is allowed besides its end; a longer one is a flood at once', async (t) => {
    const longest = wire.long[0].padEnd(LONGEST, wire.long[1]);
    t.match(scan(`${longest}\n`), [{ kind: 'message' }]);
    t.match(scan(`${longest}\r\n`), [{ kind: 'message' }]);
    const flood = { kind: 'fault', offence: { kind: 'flood', rule: 'line', at: 1 } };
    t.match(scan(`${longest}A\n`), [flood]);
    const scanner = subject.game.scanner(optionsOf(subject, wire.options));
    const fed = Array.from({ length: 70 }, () => takeAll(scanner, new Uint8Array(1024).fill(65)));
    t.match(fed[64], [flood], 'without waiting for a newline');
  });
}

function turnsContract(t: Test, subject: LineSubject, { options }: LineWire<unknown>): void {
  const dealt = (more: object = {}) => opened(subject, { ...options, ...more });
  const late = ({ events }: RefereeTable) => events.filter(({ type }) => type === 'late');

  t.test('the line of a turn says how long it is; the margin comes on top', async (t) => {
    for (const timeout of [seconds(2), millis(250)]) {
      const table = dealt({ timeout, margin: MARGIN });
      const { mover, k, ms } = turnIn(table.opening);
      t.equal(ms, String(timeout / 1e6));
      t.equal(k, '1');
      t.same(table.wait(timeout + MARGIN - micros(1)), []);
      const ranOut = table.wait(micros(1));
      t.same(ranOut.slice(0, 2), [`${mover}< timeout ${mover}`, `${3 - mover}< timeout ${mover}`]);
      t.equal(turnIn(ranOut).mover, 3 - mover, 'it counts as a pass');
    }
  });

  t.test('a turn without a limit has no end', async (t) => {
    const table = dealt({ timeout: Number.POSITIVE_INFINITY });
    t.equal(turnIn(table.opening).ms, 'none');
    t.same(table.wait(seconds(1e6)), []);
  });

  t.test('a turn with too much processor time counts as one that ran out', async (t) => {
    const table = dealt({ 'turn-cpu': seconds(1), margin: MARGIN });
    const { mover } = turnIn(table.opening);
    t.same(table.spends(mover, seconds(1) + MARGIN), []);
    t.same(table.spends(3 - mover, seconds(9)), [], 'not in the turn of another');
    t.equal(table.spends(mover, seconds(1) + MARGIN + 1)[0], `${mover}< timeout ${mover}`);
    t.match(
      table.events.findLast(({ type }) => type === 'timeout'),
      { seat: mover, k: 1, of: 'turn-cpu' },
    );
  });

  t.test('--max-timeouts: a player is out after so many turns in a row without an answer', async (t) => {
    const table = dealt({ 'max-timeouts': 2 });
    const { mover } = turnIn(table.opening);
    const other = 3 - mover;
    table.wait(seconds(31));
    table.says(mover, '@1 pass');
    table.says(other, 'pass');
    t.same(table.wait(seconds(31)).slice(0, 5), [
      `${mover}< timeout ${mover}`,
      `${other}< timeout ${mover}`,
      `${mover}< forfeited ${mover}`,
      `${other}< forfeited ${mover}`,
      `${mover} is out`,
    ]);
    t.match(table.verdict, { outcome: 'won', winner: other, reason: 'last-player' });
    t.same(table.verdict!.players[mover - 1], {
      seat: mover,
      outcome: 'offender',
      offence: {
        kind: 'time',
        rule: 'timeouts',
        detail: '2 turns in a row ran out of time (--max-timeouts)',
      },
    });
    const answered = dealt({ 'max-timeouts': 2 });
    answered.wait(seconds(31));
    answered.says(other, 'pass');
    answered.says(mover, 'pass');
    answered.says(other, 'pass');
    answered.wait(seconds(31));
    t.equal(answered.verdict, undefined, 'turns before an answer do not count');
  });

  t.test('turns with too much processor time are turns without an answer, too', async (t) => {
    const table = dealt({ 'max-timeouts': 1, 'turn-cpu': seconds(1), 'last-player': 'continue' });
    const { mover } = turnIn(table.opening);
    const told = table.spends(mover, seconds(2));
    t.ok(told.includes(`${3 - mover}< forfeited ${mover}`));
    t.equal(turnIn(told).mover, 3 - mover, 'the others play on, if they are to');
    t.match(
      table.events.find(({ type }) => type === 'offence'),
      {
        detail: /ran.*time \(--max-timeouts\)/,
      },
    );
  });

  t.test('without --max-timeouts a player may lose each of its turns', async (t) => {
    const table = dealt({ 'max-turns': undefined });
    for (let turn = 0; turn < 5; turn++) table.wait(seconds(31));
    t.same(
      table.events.filter(({ type }) => type === 'offence'),
      [],
    );
  });

  t.test('an answer to a turn that ran out is recorded, has no effect, and nobody is told', async (t) => {
    const table = dealt();
    const { mover } = turnIn(table.opening);
    const other = 3 - mover;
    table.wait(seconds(31));
    t.same(table.says(mover, 'pass'), [], 'before its next turn');
    t.equal(turnIn(table.says(other, 'pass')).mover, mover);
    t.same(table.says(mover, '@1 pass'), [], 'in it, by its tag');
    t.match(late(table), [
      { seat: mover, line: 'pass' },
      { seat: mover, line: '@1 pass' },
    ]);
    t.equal(turnIn(table.says(mover, 'pass')).mover, other, 'without one it is the answer');
  });

  t.test('nothing but what is dropped is marked as without effect', async (t) => {
    const effects: Effect[] = [];
    const table = opened(subject, options, { onEffect: (effect) => effects.push(effect) });
    const { mover } = turnIn(table.opening);
    table.wait(seconds(31));
    table.says(mover, 'pass', '@1 pass');
    table.says(3 - mover, 'pass');
    const marked = effects.filter((effect) => effect.do === 'record' && effect.noEffect === true);
    t.match(marked, [{ event: { type: 'late' } }, { event: { type: 'late' } }]);
  });

  t.test('late answers of more bytes than --max-late are a flood', async (t) => {
    const table = dealt({ 'max-late': 256 });
    const { mover } = turnIn(table.opening);
    table.wait(seconds(31));
    const most = Math.floor(256 / '@1 pass\n'.length);
    for (let count = 0; count < most; count++) table.says(mover, '@1 pass');
    t.equal(late(table).length, most);
    t.equal(table.verdict, undefined);
    table.says(mover, '@1 pass');
    t.match(table.verdict!.players[mover - 1], {
      outcome: 'offender',
      offence: { kind: 'flood', rule: 'late' },
    });
  });

  t.test('a move before its turn, or for another turn, is out of order', async (t) => {
    for (const [line, isMover] of [
      ['pass', false],
      ['@2 pass', true],
      ['@1 pass', false],
    ] as const) {
      const table = dealt();
      const { mover } = turnIn(table.opening);
      const seat = isMover ? mover : 3 - mover;
      table.says(seat, line);
      t.match(table.verdict!.players[seat - 1], { offence: { kind: 'protocol', rule: 'order' } }, line);
    }
    const twice = dealt();
    const { mover } = turnIn(twice.opening);
    twice.says(mover, 'pass', 'pass');
    t.match(
      twice.verdict!.players[mover - 1],
      { offence: { kind: 'protocol', rule: 'order' } },
      'in the same read too',
    );
    const ahead = dealt();
    ahead.says(turnIn(ahead.opening).mover, '@2 pass');
    const [{ offence } = {}] = ahead.verdict!.players.filter((player) => player.outcome === 'offender');
    t.match(offence, { detail: 'line 2: it answers turn 2 (@2), and this is its turn 1' });
  });

  t.test('a player that says forfeit and the others are told; the only one left has won', async (t) => {
    const table = dealt();
    const { mover } = turnIn(table.opening);
    const told = table.says(mover, '@1 forfeit');
    t.same(told.slice(0, 3), [
      `${mover}< forfeited ${mover}`,
      `${3 - mover}< forfeited ${mover}`,
      `${mover} is out`,
    ]);
    t.equal(told.at(-1), `${3 - mover} has won: last-player`);
    t.match(table.verdict!.players[mover - 1], { outcome: 'forfeited' });
  });

  t.test('a player that never was ready has forfeited, in the words of the wire', async (t) => {
    const table = laid(subject, { ...options, 'last-player': 'continue' });
    table.leaves(1);
    t.same(table.says(2, 'ready').slice(0, 2), ['2< start', '2< forfeited 1']);
  });

  t.test('a player that sends one late answer after another is throttled', async (t) => {
    const { game, lexicon } = subject;
    const { clock, stages, events } = await playedByHand(planOf({ game, lexicon, options }));
    for (const { say } of stages) say('ready\n');
    await clock.quiet();
    const { seat } = events.find(({ type }) => type === 'turn')!;
    await clock.pass(seconds(31));
    clock.lookTakes = micros(10);
    const dropped = () => events.filter(({ type }) => type === 'late').length;
    for (let count = 0; count < 1000; count++) {
      stages[seat - 1]!.say('@0 pass\n');
      await clock.turn();
    }
    await clock.quiet();
    const before = dropped();
    t.ok(before > 0 && before < 1000, `${before} of 1000 answers, and then a pause`);
    await clock.pass(seconds(2));
    t.equal(dropped(), 1000, 'all of them in the end');
  });
}

/** What fast-check makes has no prototype. */
const plain = (notice: unknown) => JSON.parse(JSON.stringify(notice));

/** Read and said again. */
function again({ readGreeting, greetingText }: LineSubject, text: string): string {
  const read = expectOk(readGreeting(text.split('\n')));
  return greetingText(read.told);
}

interface Line {
  readonly line: string;
  readonly lineNumber: number;
  readonly tag: number | undefined;
}

type Found = Scanned<Line>;

function scanned(
  subject: LineSubject,
  { options }: LineWire<unknown>,
  written: Uint8Array | string,
  cuts: readonly number[],
): Found[] {
  const scanner = subject.game.scanner(optionsOf(subject, options)) as Scanner<Line>;
  return scanAll(scanner, pieces(Buffer.from(written as string), cuts));
}

function pieces(whole: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length])];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => whole.subarray(places[index], end));
}

const lineOf = (each: Found) => (each.kind === 'message' ? each.message.line : each.kind);

/** After its last message a player may write anything: none of it is read. */
function assertHeard(
  { moveText }: LineSubject,
  { message }: Found & { readonly kind: 'message' },
  [tag, move]: readonly [tag: number | undefined, move: unknown],
  lineNumber: number,
): void {
  assert.equal(message.lineNumber, lineNumber);
  if ((message as { readonly type?: string }).type === 'unread') return;
  assert.equal(message.tag, tag);
  assert.equal(moveText(message, tag), moveText(move, tag));
}

function assertAdjacent(found: readonly Found[]): void {
  let offset = 0;
  for (const { bytes } of found) {
    assert.equal(bytes[0], offset);
    [, offset] = bytes;
  }
}
