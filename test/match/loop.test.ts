import t from 'tap';
import { openStream, shuffle } from '../../host/core/chance.ts';
import { micros, millis, type Nanos, seconds } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OwnEvent } from '../../host/games/events.ts';
import type { AnyGame, Setup } from '../../host/games/game.ts';
import { now } from '../../host/match/clock.ts';
import { Referee } from '../../host/match/referee.ts';
import { unreadOffence } from '../../host/match/seat.ts';
import { bogglePlan } from '../games/boggle-plan.ts';
import { setupOf } from '../games/boggle-table.ts';
import { row } from '../games/drawings.ts';
import { allOf } from '../support/all-of.ts';
import { settled } from '../support/settled.ts';
import { dealt, type HandPlayed, handPlayed, planOf, playedByHand, scriptPlayed } from './hand-played.ts';
import { randomScript } from './random-script.ts';

t.test('clock', async (t) => {
  t.test('all times of a process are large numbers to V8, and go on from each other', async (t) => {
    const first = now();
    t.ok(first > 2 ** 31);
    t.ok(Number.isSafeInteger(first + 90 * 86_400e9), 'and exact for three months');
    t.ok(now() >= first);
  });
});

t.test('loop', async (t) => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const allA = { bunch: { A: 40 }, hand: 3 };
  const first = `p001${row('AAA')}`;

  t.test('Messages are heard in the order in which they arrived', async (t) => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      const { clock, stages, events } = await dealt('nnn', { options: allA });
      for (const seat of order) stages[seat - 1]!.say(first);
      await clock.quiet();
      const settled = events.filter(({ type }) => type === 'peel' || type === 'late');
      t.same(
        settled.map(({ type, seat }) => `${type} ${seat}`),
        [`peel ${order[0]}`, `late ${order[1]}`, `late ${order[2]}`],
      );
    }
  });

  t.test('A peel before the deal is one, whoever is ready last and whatever was read', async (t) => {
    for (const [early, patient] of [
      [1, 2],
      [2, 1],
    ] as const)
      for (const order of [
        [early, patient],
        [patient, early],
      ]) {
        const { clock, stages, events } = await handPlayed({ players: 2, options: allA });
        for (const seat of order) {
          stages[seat - 1]!.say(seat === early ? `n${first}` : 'n');
          await clock.pass(millis(1));
        }
        t.match(
          events.find(({ type }) => type === 'offence'),
          { seat: early, kind: 'protocol', rule: 'order' },
        );
      }
  });

  t.test('All that arrives in one turn of the loop is stamped before any is settled', async (t) => {
    const { clock, stages, events } = await dealt('nn', { options: allA });
    stages[0]!.say(first);
    stages[1]!.say(first);
    await clock.quiet();
    const reads = events.filter(({ type }) => type === 'in').slice(-2);
    t.match(reads, [{ seat: 1 }, { seat: 2, t: reads[0]!.t }]);
    const letters = events.filter(({ gate }) => gate === 1);
    t.ok(allOf(letters, (letter) => letter.t > reads[1]!.t));
  });

  t.test('A peel that lay in its pipe before the game stalled keeps it going', async (t) => {
    const options = { ...allA, stall: seconds(5) };
    for (const stamp of [-1, 0, 1000]) {
      const fresh = await dealt('nn', { options });
      fresh.clock.ring(fresh.dealtAt + seconds(5));
      fresh.listeners[1]!.read(encode(first), fresh.dealtAt + seconds(5) + stamp);
      await fresh.clock.quiet();
      t.match(
        fresh.events.find(({ type }) => type === 'peel'),
        { seat: 2, t: seconds(5) - 1 },
        'so that the record can be played again',
      );
    }
    const late = await dealt('nn', { options });
    late.clock.ring(late.dealtAt + seconds(5));
    await late.clock.turn();
    await late.clock.turn();
    late.listeners[1]!.read(encode(first), late.clock.now());
    t.match((await late.clock.run(late.played)).verdict, { outcome: 'stalled' });
  });

  t.test('A player that is ready within the limit plays; one that is not has failed', async (t) => {
    const { clock, stages, heard, played, events } = await handPlayed({ players: 3, options: allA });
    stages[0]!.say('n');
    stages[2]!.say('r');
    await clock.pass(seconds(9));
    t.same(heard, [[], [], []]);
    await clock.pass(seconds(2));
    t.same(heard, [['AAA.'], [], ['AAA.']]);
    const offence = events.find(({ type }) => type === 'offence');
    t.match(offence, { seat: 2, kind: 'startup', rule: 'silent' });
    stages[0]!.leave('crashed');
    t.match((await clock.run(played)).verdict, { winner: 3, reason: 'last-player' });
  });

  t.test('One that had to wait for a processor is told so, not that it did not flush', async (t) => {
    const shares = [
      { cpuMs: 900, waitMs: 8000 },
      { cpuMs: 900, waitMs: 10 },
    ];
    const { clock, played, events } = await handPlayed({ players: 2, options: allA, shares });
    await clock.pass(seconds(10));
    await clock.run(played);
    const [starved, idle] = events.flatMap((event) =>
      event.type === 'offence' ? [(event as unknown as { detail: string }).detail] : [],
    );
    t.match(starved, /^was not ready within 10 s\. The machine was overloaded: .*fewer games/);
    t.notMatch(starved, 'flush');
    t.match(idle, /^was not ready within 10 s\. If .*wrote.*not flush/);
  });

  t.test('Times in a record count from the deal', async (t) => {
    const { clock, stages, events } = await handPlayed({ players: 2, options: allA });
    await clock.pass(millis(5));
    for (const stage of stages) stage.say('n');
    await clock.quiet();
    const times = (type: string) => events.filter((event) => event.type === type).map((event) => event.t);
    for (const type of ['game', 'spawn']) t.ok(allOf(times(type), (time) => time < -millis(4)));
    t.same(times('deal'), [0, 0]);
    t.ok(allOf(times('out'), (time) => time > 0));
    t.same(
      events.map(({ n }) => n),
      events.map((_, index) => index + 1),
    );
  });

  t.test('The order of a gate is drawn from the seed, and noted', async (t) => {
    const orders = new Set<string>();
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']) {
      const { events, journal } = await dealt('nrn', { seed, options: allA });
      const key = planOf({ players: 3, seed }).setup.key;
      const [order] = shuffle(openStream(key, 'order'), [1, 2, 3]);
      const written = events.filter(({ type }) => type === 'out');
      t.same(
        written.map(({ seat, gate }) => [seat, gate]),
        order.map((seat) => [seat, 0]),
      );
      for (const { order: noted } of written) t.same(noted, order);
      const heard = journal.filter((entry) => entry.startsWith('heard'));
      t.same(
        heard,
        order.map((seat) => `heard ${seat}`),
        'and they are written in it',
      );
      orders.add(order.join(''));
    }
    t.ok(orders.size > 2, `${orders.size} orders`);
  });

  t.test('Before a gate the loop is polled empty twice', async (t) => {
    const { clock, stages, journal } = await dealt('nnn', { options: allA });
    stages[0]!.say(first);
    await clock.quiet();
    for (const gate of gatesIn(journal)) t.same(journal.slice(gate - 2, gate), ['turn', 'turn']);
    t.equal(gatesIn(journal).length, 2);
  });

  t.test('The letters of a gate go out back to back: nothing is noted between them', async (t) => {
    const { clock, stages, journal } = await dealt('nrn', { options: allA });
    for (const stage of stages) stage.say('dA');
    stages[0]!.say(`p001${row('AAAAA')}`);
    await clock.quiet();
    for (const gate of gatesIn(journal)) {
      const letters = journal.slice(gate, gate + 3);
      t.same(letters.sort(), ['heard 1', 'heard 2', 'heard 3']);
      t.same(journal.slice(gate + 3, gate + 6), ['noted out', 'noted out', 'noted out']);
    }
    t.equal(gatesIn(journal).length, 2);
  });

  t.test('A gate that had to open unpolled says so', async (t) => {
    const { clock, stages, events } = await dealt('nnn', { options: allA });
    clock.turnTakes = micros(100);
    let trickling = true;
    clock.onTurn = () => trickling && stages[2]!.say('.');
    stages[2]!.say('p001999999');
    stages[0]!.say(first);
    while (!events.some(({ gate }) => gate === 1)) await clock.turn();
    trickling = false;
    const letters = events.filter(({ gate }) => gate === 1);
    t.same(
      letters.map(({ unpolled }) => unpolled),
      [true, true, true],
    );
    t.notOk(events.filter(({ gate }) => gate === 0).some(({ unpolled }) => unpolled));
    const peel = events.find(({ type }) => type === 'peel')!;
    t.ok(letters[0]!.t - peel.t < millis(1.5), 'it was not held up for long');
  });

  t.test('While one long read is settled, the others are read and have their turn', async (t) => {
    const { clock, stages, events } = await dealt('nn', { options: { bunch: { A: 8 }, hand: 3 } });
    clock.lookTakes = micros(10);
    stages[0]!.say('dA'.repeat(1000));
    await clock.turn();
    stages[1]!.say(first);
    await clock.pass(seconds(1));
    const dumps = events.filter(({ type }) => type === 'dump');
    const read = events.findLast(({ type, seat }) => type === 'in' && seat === 2)!;
    const answers = events.filter(({ type, text }) => type === 'out' && text === 'dA.');
    t.equal(dumps.length, 1000);
    t.ok(read.t < answers[900]!.t, 'it was stamped long before the end');
    t.ok(read.n < answers[900]!.n, 'and settled before the rest');
    const parts = events.filter(({ type, seat, t: at }) => type === 'in' && seat === 1 && at > 0);
    t.ok(parts.length > 2, `${parts.length} parts of it`);
    t.equal(parts.map(({ data }) => String(Buffer.from(data as Uint8Array))).join(''), 'dA'.repeat(1000));
  });

  t.test('A seat that is out is sent nothing more, and nothing of it is noted', async (t) => {
    const { clock, stages, listeners, heard, events } = await dealt('nnn', { options: allA });
    stages[1]!.say('!');
    await clock.quiet();
    const count = heard[1]!.length;
    listeners[1]!.read(encode('dA'), clock.now());
    listeners[1]!.gone({ cause: 'crashed', code: 1, signal: null }, clock.now());
    stages[0]!.say(first);
    await clock.quiet();
    t.equal(heard[1]!.length, count);
    t.same(
      events.slice(events.findIndex(({ type }) => type === 'offence') + 1).filter(({ seat }) => seat === 2),
      events.filter(({ type, seat }) => type === 'exit' && seat === 2),
    );
  });

  t.test('A player that left before the deal leaves a game of two that ends as it begins', async (t) => {
    const { clock, stages, listeners, events, played } = await handPlayed({ players: 2, options: allA });
    stages[1]!.say('n');
    await clock.pass(millis(1));
    const left = clock.now();
    await clock.pass(millis(3));
    stages[0]!.say('n');
    await clock.quiet();
    listeners[1]!.gone({ cause: 'exited', code: 7, signal: null }, left);
    const { verdict, endedAt } = await clock.run(played);
    t.match(verdict, { outcome: 'won', winner: 1, players: [{}, { outcome: 'left' }] });
    t.equal(endedAt, 0);
    const since = events.findIndex(({ type }) => type === 'deal');
    t.ok(allOf(events.slice(since), (event) => event.t >= 0));
  });

  t.test('A player that does not read is an offender', async (t) => {
    const { clock, listeners, events, played } = await dealt('nn', { options: allA });
    listeners[0]!.caught(unreadOffence(1_048_577), clock.now());
    const { verdict } = await clock.run(played);
    t.match(verdict, {
      winner: 2,
      players: [{ outcome: 'offender', offence: { kind: 'flood', rule: 'unread' } }, {}],
    });
    t.match(
      events.find(({ type }) => type === 'caught'),
      {
        seat: 1,
        offence: { detail: /1048577 unread bytes \(--max-unread\)/ },
      },
    );
  });

  t.test('A player that leaves has left, after all that it said before', async (t) => {
    const { clock, stages, events, played } = await dealt('nn', { options: allA });
    stages[0]!.say(first);
    stages[0]!.leave('closed');
    const { verdict } = await clock.run(played);
    t.match(verdict.players, [{ outcome: 'left', cause: 'closed' }, { outcome: 'won' }]);
    const [peel, gone, left] = ['peel', 'gone', 'left'].map((kind) =>
      events.findIndex(({ type }) => type === kind),
    );
    t.ok(0 < peel! && peel! < gone! && gone! < left!);
  });

  t.test('A signal is noted with whom it was sent to', async (t) => {
    const { clock, listeners, events } = await dealt('nn');
    listeners[1]!.signalled!('SIGTERM', clock.now());
    t.match(events.at(-1), { type: 'signal', signal: 'SIGTERM', to: 2 });
  });

  t.test('An interruption ends the match, after what had arrived before it', async (t) => {
    const { clock, stages, events, played, interrupt } = await dealt('nn', { options: allA });
    stages[0]!.say(first);
    await clock.turn();
    interrupt.abort();
    const { verdict } = await clock.run(played);
    t.match(verdict, { outcome: 'aborted', winner: null, reason: 'interrupted' });
    t.match(verdict.players, [{ outcome: 'unfinished' }, { outcome: 'unfinished' }]);
    t.ok(events.some(({ type }) => type === 'peel'));
    t.ok(events.some(({ type }) => type === 'interrupt'));
  });

  t.test('A match may be interrupted before the deal, and before it begins', async (t) => {
    const waiting = await handPlayed({ players: 2 });
    waiting.interrupt.abort();
    const early = await handPlayed({ players: 2, interrupted: true });
    for (const { clock, played, events, heard } of [waiting, early]) {
      const { verdict, endedAt } = await clock.run(played);
      t.match(verdict, {
        reason: 'interrupted',
        players: [{ outcome: 'unfinished' }, { outcome: 'unfinished' }],
      });
      t.equal(endedAt, 0);
      t.same(heard, [[], []]);
      t.match(events.at(-1), { type: 'exit' });
    }
  });

  t.test('At the end all are dismissed, their ends are noted, and nothing is heard any more', async (t) => {
    const { clock, stages, events, played } = await dealt('nn', { options: { bunch: { A: 6 }, hand: 3 } });
    stages[0]!.say(`${first}dA`);
    stages[1]!.say('!');
    const { verdict, endings, endedAt } = await clock.run(played);
    t.match(verdict, {
      winner: 1,
      reason: 'bunch-empty',
      players: [{ outcome: 'won' }, { outcome: 'lost' }],
    });
    t.equal(endings.length, 2);
    t.equal(endedAt, events.find(({ type }) => type === 'peel')!.t);
    t.same(
      events.slice(-2).map(({ type, seat }) => [type, seat]),
      [
        ['exit', 1],
        ['exit', 2],
      ],
    );
    t.notOk(events.some(({ type }) => type === 'offence'));
  });

  t.test('One seed and the same moves are the same game, to the byte', async (t) => {
    for (const seed of ['one', 'two', 'three']) {
      const plan = planOf({ players: 3, seed });
      const scripts = () => [1, 2, 3].map((chance) => randomScript(chance));
      const [one, other] = [await scriptPlayed(plan, scripts), await scriptPlayed(plan, scripts)];
      t.ok(one.events.filter(({ type }: OwnEvent) => type === 'peel').length > 3, 'it is a game');
      t.equal(linesOf(one.events), linesOf(other.events));
    }
    const [one, other] = await Promise.all(
      ['one', 'two'].map((seed) =>
        scriptPlayed(planOf({ players: 2, seed }), () => [randomScript(1), randomScript(2)]),
      ),
    );
    t.not(linesOf(one!.events), linesOf(other!.events), 'another seed is another game');
  });

  /** Where in the journal the letters of each gate begin. Dumps are answered one by one. */
  function gatesIn(journal: readonly string[]): number[] {
    return [...journal.keys()].filter(
      (place) =>
        journal[place]!.startsWith('heard') &&
        !journal[place - 1]!.startsWith('heard') &&
        journal[place + 1]?.startsWith('heard'),
    );
  }

  function linesOf(events: readonly Noted[]): string {
    return events.map(eventLine).join('\n');
  }

  t.test('While a player that floods rests, others are heard at once', async (t) => {
    const { clock, stages, events } = await dealt('nn', { options: { bunch: { A: 8 }, hand: 3 } });
    clock.lookTakes = micros(10);
    stages[0]!.say('dA'.repeat(3000));
    await clock.quiet();
    const heard = () => events.filter(({ type }) => type === 'dump').length;
    const before = heard();
    t.ok(before > 0 && before < 3000, `${before} of 3000 dumps, and then a rest`);
    stages[1]!.say(first);
    await clock.quiet();
    t.match(
      events.findLast(({ type }) => type === 'peel'),
      { seat: 2 },
    );
    t.equal(heard(), before, 'nothing more of the flood meanwhile');
    await clock.pass(seconds(2));
    t.equal(heard(), 3000, 'all of it in the end');
  });
});

t.test('referee', async (t) => {
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
});

t.test('rounds', async (t) => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const FLOOD = 3000;
  const flood = `guess DOG\n`.repeat(FLOOD);

  /** A round of Boggle for two that are ready. */
  async function round(time: Nanos): Promise<HandPlayed> {
    const match = await playedByHand(bogglePlan({ players: 2, options: { time } }));
    for (const { say } of match.stages) say('ready\n');
    await match.clock.quiet();
    return match;
  }

  const guessesOf = ({ events }: HandPlayed, seat: number) =>
    events.filter((event) => event.type === 'guess' && event.seat === seat);

  t.test('A player that floods has no backoff, and no other player waits for it', async (t) => {
    const match = await round(seconds(10));
    const { clock, stages, events } = match;
    clock.lookTakes = micros(10);
    stages[0]!.say(flood);
    await clock.turn();
    stages[1]!.say('guess CAT\n');
    await clock.quiet();
    t.equal(guessesOf(match, 1).length, FLOOD, 'all of it is judged, and no time had to pass');
    const before = events.slice(0, events.indexOf(guessesOf(match, 2)[0]!));
    t.ok(
      before.filter(({ type }) => type === 'guess').length < FLOOD / 2,
      'the other was heard long before the end',
    );
  });

  t.test('What was read in time counts, however long the judging takes', async (t) => {
    const time = seconds(10);
    const match = await round(time);
    const { clock, dealtAt, listeners } = match;
    clock.ring(dealtAt + time - millis(1));
    clock.lookTakes = micros(10);
    listeners[0]!.read(encode(`${flood}guess CAT\n`), clock.now());
    const { verdict } = await clock.run(match.played);
    t.ok(clock.now() > dealtAt + time + millis(10), 'the time was up long before all of it was judged');
    t.equal(guessesOf(match, 1).length, FLOOD + 1);
    t.match(verdict, { reason: 'time-up', winner: 1 });
  });

  t.test('What lay in a pipe when the time was up counts', async (t) => {
    const time = seconds(5);
    for (const stamp of [-1, 0, 1000]) {
      const match = await round(time);
      match.clock.ring(match.dealtAt + time);
      match.listeners[1]!.read(encode('guess CAT\n'), match.dealtAt + time + stamp);
      t.match((await match.clock.run(match.played)).verdict, { reason: 'time-up', winner: 2 });
      t.match(guessesOf(match, 2), [{ word: 'CAT', t: time - 1 }], 'stamped so that it can be replayed');
    }
  });

  t.test('What came when two looks had found nothing is too late', async (t) => {
    const time = seconds(5);
    const match = await round(time);
    match.clock.ring(match.dealtAt + time);
    await match.clock.turn();
    await match.clock.turn();
    match.listeners[1]!.read(encode('guess CAT\n'), match.clock.now());
    t.match((await match.clock.run(match.played)).verdict, { reason: 'time-up', winner: null });
    t.same(guessesOf(match, 2), []);
  });
});
