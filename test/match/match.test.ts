import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { openStream, shuffle } from '../../host/core/chance.ts';
import { micros, millis, type Nanos, seconds } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { ResultFold } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OwnEvent } from '../../host/games/events.ts';
import { type AnyGame, edition, type Pace, type Setup } from '../../host/games/game.ts';
import { optionsOf } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { textOf } from '../../host/lexicon/word-list.ts';
import { now } from '../../host/match/clock.ts';
import { FlowControl, type Slice } from '../../host/match/flow-control.ts';
import { type Input, Mailbox, pollEmpty } from '../../host/match/mailbox.ts';
import {
  type MatchPlan,
  type MatchRequest,
  type MatchSettings,
  planFromRecord,
  planFromRequest,
  planMatch,
  readMatchRequest,
} from '../../host/match/plan.ts';
import { seatRequests } from '../../host/match/play-match.ts';
import { Referee } from '../../host/match/referee.ts';
import { unreadOffence } from '../../host/match/seat.ts';
import { compileHint, flushHint } from '../../host/match/startup.ts';
import { TurnLoad, TurnMeter } from '../../host/match/turn-watch.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { planOf as planOf2 } from '../contracts/plan-of.ts';
import { bogglePlan } from '../games/boggle-plan.ts';
import { boardFrom, setupOf } from '../games/boggle-table.ts';
import { row } from '../games/drawings.ts';
import { dealtScrabble, laidScrabble } from '../games/scrabble-table.ts';
import { dealtTable, laidTable, lexiconWith } from '../games/table.ts';
import { readBack } from '../read-back.ts';
import { allOf } from '../support/all-of.ts';
import fc, { runs } from '../support/laws.ts';
import { settled } from '../support/settled.ts';
import { dealt, type HandPlayed, handPlayed, planOf, playedByHand, scriptPlayed } from './hand-played.ts';
import { ManualClock } from './manual-clock.ts';
import { randomScript } from './random-script.ts';

t.test('clock', async (t) => {
  t.test('all times of a process are large numbers to V8, and go on from each other', async (t) => {
    const first = now();
    t.ok(first > 2 ** 31);
    t.ok(Number.isSafeInteger(first + 90 * 86_400e9), 'and exact for three months');
    t.ok(now() >= first);
  });
});

t.test('compile hint', async (t) => {
  t.test('a command that compiles before it runs is known, and what to build first', async (t) => {
    for (const [command, shown, once] of [
      ['go run bot.go', 'go run', 'go build'],
      ['cd bot && go run .', 'go run', 'go build'],
      ['cargo run --release', 'cargo run', 'cargo build --release'],
      ['cargo r -q', 'cargo r', 'cargo build --release'],
      ['dotnet run --project Bot', 'dotnet run', 'dotnet publish'],
      ['dotnet fsi bot.fsx', 'dotnet fsi', 'dotnet publish'],
      ['mvn -q exec:java', 'mvn', 'mvn package'],
      ['./gradlew -q run', 'gradlew', 'gradle installDist'],
      ['java Bot.java', 'java Bot.java', 'javac'],
      ['java -Xmx1g src/Bot.java --fast', 'java -Xmx1g src/Bot.java', 'javac'],
      ['kotlinc -script bot.kts', 'kotlinc', 'bot.jar'],
      ['scala-cli run bot.scala', 'scala-cli run bot.scala', 'scala-cli'],
      ['swift run', 'swift run', 'swift build'],
      ['swift bot.swift', 'swift bot.swift', 'swift build'],
      ['runghc bot.hs', 'runghc', 'ghc -O'],
      ['zig run bot.zig', 'zig run', 'zig build-exe'],
      ['npx tsx bot.ts', 'npx tsx', 'tsc'],
      ['npx ts-node bot.ts', 'npx ts-node', 'tsc'],
      ['npm start', 'npm start', 'npm install'],
      ['uv run bot.py', 'uv run', 'uv sync'],
      ['gcc -O2 bot.c -o bot && ./bot', 'gcc -O2 bot.c -o bot', 'only the program'],
      ['make -s; ./bot', 'make -s', 'only the program'],
    ] as const) {
      const hint = compileHint(command);
      t.match(hint, `still be starting, because \`${shown}\` `, command);
      t.match(hint, once, command);
    }
  });

  t.test('of other commands nothing is said', async (t) => {
    for (const command of [
      './bot',
      'cd bot && ./bot',
      'python3 bot.py',
      'java -jar bot.jar',
      'java Bot',
      'node bot.js',
      'node bot.ts',
      'dotnet out/Bot.dll',
      'ruby make.rb',
      './cargo-bot run',
      'kotlin -cp . BotKt',
    ])
      t.equal(compileHint(command), undefined, command);
  });
});

t.test('editions', async (t) => {
  // Made when a line after `done` was still judged.
  const recordOf = (name: string) => readFileSync(join(import.meta.dirname, 'records', name), 'utf8');
  const old = recordOf('boggle-of-the-first-edition.jsonl');

  const list = ['CATS', 'DOG'];
  const sha256 = createHash('sha256').update(textOf(list)).digest('hex');
  const words: Lexicon = { ...lexiconWith(list), path: 'words.txt', sha256 };

  function verified(text: string, lexicon: Lexicon | 'none' = words) {
    const record = parseRecord(text, 'old.jsonl', games);
    if (!record.ok) throw new Error(record.problem);
    const reading = planFromRecord(record, lexicon === 'none' ? undefined : lexicon);
    if (!reading.ok) throw new Error(reading.problem);
    return verifyRecord(reading.plan, record.events, record.lines);
  }

  t.test('A record is judged as it was, by the edition that it names, or the first', async (t) => {
    t.match(verified(old), { ok: true, complete: true, verdict: { winner: 2, reason: 'last-player' } });
  });

  t.test('A result that leaves an offence out is another, and it is told what that was', async (t) => {
    const last = old.trimEnd().split('\n').at(-1)!;
    const forged = JSON.parse(last);
    t.match(forged.result.players[0].offence.detail, 'is no message');
    delete forged.result.players[0].offence;
    t.match(verified(old.replace(last, JSON.stringify(forged))), {
      ok: false,
      disagreement: {
        problem: 'the result is different',
        expected: /"detail":"line 4: .* is not a valid message/,
      },
    });
  });

  t.test('By the edition of today the line after done would have been dropped', async (t) => {
    t.match(verified(old.replace('"version":', '"edition":2,"version":')), {
      ok: false,
      disagreement: { recorded: /"type":"offence"/, expected: /"type":"late","seat":1,"line":"that is all"/ },
    });
  });

  t.test('By the edition of today its players would have been told more', async (t) => {
    const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
    const expected = (edition: number) =>
      verified(record.replace('"version":', `"edition":${edition},"version":`), 'none');
    t.match(expected(2), { ok: true, complete: true });
    t.match(expected(3), {
      ok: false,
      disagreement: {
        line: 4,
        expected: /premium 0 letter 1.*count 0 2.*boardname official.*tilesname english/,
      },
    });
  });

  t.test('The edition of today is the last that the docs tell of', async (t) => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/reference/events.md'), 'utf8');
    const [, table = ''] = /\n\| edition \|[^\n]*\n((?:\|.*\n)+)/.exec(page) ?? [];
    const told = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
    t.equal(told.at(-1), edition);
  });

  t.test('A record of a later edition than the host knows is not judged by another one', async (t) => {
    const later = old.replace('"version":', `"edition":${edition + 1},"version":`);
    const problem = `its edition is ${edition + 1}, but this host supports editions 1 to ${edition}`;
    t.throws(() => verified(later), { message: `${problem}. Verify it with a newer wordhost` });
  });

  t.test('A record is not judged with other words than it was played with', async (t) => {
    const other = lexiconWith(['CATS', 'DOG', 'GOD']);
    t.throws(() => verified(old, other), {
      message: `its word list "words.txt" has the SHA-256 ${sha256}, but "small" has ${other.sha256}`,
    });
  });

  t.test(
    'turns that ran out are judged as they were before there were limits of processor time',
    async (t) => {
      const record = recordOf('scrabble-before-limits-of-processor-time.jsonl');
      t.match(record, /"type":"timeout".*"type":"late"/s);
      t.match(verified(record, 'none'), { ok: true, complete: true, verdict: { reason: 'scoreless' } });
    },
  );

  t.test(
    'the sentence of an offence may have other words than today; its rule, place and message may not',
    async (t) => {
      const sentence = /"detail":"line 4: [^}]*?forfeit"/g;
      t.match(verified(old.replaceAll(sentence, '"detail":"this is no word of the wire"')), { ok: true });
      for (const [was, is] of [
        ['"rule":"word"', '"rule":"form"'],
        ['"at":4', '"at":3'],
        ['"message":"that is all"', '"message":"that"'],
      ] as const)
        t.match(verified(old.replaceAll(was, is)), { ok: false, disagreement: { line: 16 } }, is);
    },
  );
});

t.test('flow control', async (t) => {
  const KiB = 1024;
  const message: Omit<Slice, 'began' | 'ended'> = { bytes: 20, messages: 1, noEffect: false };

  /** Flow control over seats that note what is done with them. */
  function controlled(seats = 1, pace: Pace = 'race') {
    const journal: string[] = [];
    const clock = new ManualClock();
    const noting = Array.from({ length: seats }, (_, index) => ({
      pause: () => void journal.push(`pause ${index + 1}`),
      resume: () => void journal.push(`resume ${index + 1}`),
      readInSmallPieces: () => void journal.push(`small ${index + 1}`),
    }));
    const flow = new FlowControl(clock, pace);
    flow.control(noting);
    return { journal, clock, flow };
  }

  /** Settles so many of these, each so long after the last; answers the backoffs in milliseconds. */
  function backoffs(part: Partial<Slice>, times: { took: Nanos; pause: Nanos; count: number }): number[] {
    const { flow, clock } = controlled();
    const found: number[] = [];
    let now = 0;
    for (let count = 0; count < times.count; count++) {
      const began = now + times.pause;
      const ended = began + times.took;
      flow.took(1, { ...message, ...part, began, ended });
      const until = flow.heldUntil(1) ?? 0;
      if (until > ended) found.push((until - ended) / millis(1));
      now = Math.max(ended, until);
      clock.ring(now);
    }
    return found;
  }

  t.test('A player whose messages have an effect is never held back, however quick it is', async (t) => {
    t.same(backoffs({}, { took: micros(90), pause: micros(10), count: 10_000 }), []);
  });

  t.test(
    'A player that waits for each answer is never held back, though all that it says is late',
    async (t) => {
      t.same(backoffs({ noEffect: true }, { took: micros(40), pause: micros(60), count: 10_000 }), []);
    },
  );

  t.test(
    'One message without effect after the other, without waiting, is held back longer and longer',
    async (t) => {
      const found = backoffs({ noEffect: true }, { took: micros(30), pause: micros(8), count: 1000 });
      t.same(found.slice(0, 7), [2, 4, 8, 16, 32, 32, 32]);
    },
  );

  t.test('So are many messages at once, and half of one byte by byte', async (t) => {
    for (const part of [{ messages: 50 }, { messages: 0, bytes: 1 }])
      t.same(
        backoffs(part, { took: micros(150), pause: micros(10), count: 100 }).slice(0, 6),
        [2, 4, 8, 16, 32, 32],
      );
  });

  t.test('In a game of rounds no player is held back', async (t) => {
    const { flow, journal } = controlled(1, 'round');
    const before = flow.sliceOf(1);
    for (let began = 0; began < millis(1000); began += millis(4))
      flow.took(1, { ...message, messages: 50, began, ended: began + millis(3) });
    t.equal(flow.heldUntil(1), undefined);
    t.same(journal, []);
    t.ok(flow.sliceOf(1) < before, 'but its slices are small all the same');
  });

  t.test('The largest message is read without a pause', async (t) => {
    t.same(backoffs({ messages: 0, bytes: 4096 }, { took: micros(190), pause: micros(10), count: 250 }), []);
  });

  t.test('After silence, or a message with an effect, backoffs are short again', async (t) => {
    for (const silent of [true, false]) {
      const { flow } = controlled();
      const flood = (began: Nanos) => {
        const ended = began + millis(3);
        flow.took(1, { ...message, messages: 50, began, ended });
        return flow.heldUntil(1)! - ended;
      };
      const first = millis(3) + flood(0);
      t.equal(flood(first), millis(4));
      const again = first + millis(3) + millis(4) + (silent ? millis(11) : 0);
      if (!silent) flow.took(1, { ...message, began: again, ended: again + micros(50) });
      t.equal(flood(again + micros(50)), millis(2), silent ? 'silent' : 'with an effect');
    }
  });

  t.test('What costs much is settled in smaller slices, what costs little in larger ones', async (t) => {
    const { flow } = controlled(2);
    const before = flow.sliceOf(1);
    flow.took(1, { ...message, messages: 50, bytes: before, began: 0, ended: millis(1) });
    t.ok(flow.sliceOf(1) < before);
    flow.took(2, { ...message, messages: 0, bytes: before, began: 0, ended: micros(10) });
    t.ok(flow.sliceOf(2) > before);
  });

  for (const pace of ['turns', 'race', 'round'] as const) {
    const most = pace === 'round' ? 1024 * KiB : 16 * KiB;
    t.test(`In a game of ${pace} more than ${most / KiB} KiB of a player wait in its own pipe`, async (t) => {
      const { flow, journal } = controlled(2, pace);
      flow.read(1, most);
      flow.read(2, most);
      t.same(journal, [], 'so much is read');
      flow.read(1, 1);
      t.same(journal, ['pause 1']);
      flow.read(1, 5);
      flow.settled(1, most + 5);
      t.same(journal, ['pause 1'], 'until all of it is settled');
      flow.settled(1, 1);
      t.same(journal, ['pause 1', 'resume 1']);
    });
  }

  t.test('A player that is held back is read on when that is over and nothing waits any more', async (t) => {
    const { flow, journal, clock } = controlled(2);
    flow.holdBack(2, millis(2));
    flow.read(2, 17 * KiB);
    clock.ring(millis(2));
    t.same(journal, ['pause 2']);
    flow.settled(2, 17 * KiB);
    t.same(journal, ['pause 2', 'resume 2']);
  });

  t.test('A player that is held back again is not read on when the first backoff is over', async (t) => {
    const { flow, journal, clock } = controlled();
    flow.holdBack(1, millis(2));
    flow.holdBack(1, millis(6));
    clock.ring(millis(2));
    t.same(journal, ['pause 1']);
    t.ok(flow.isHeldBack(1, undefined));
    clock.ring(millis(6));
    t.same(journal, ['pause 1', 'resume 1']);
    t.notOk(flow.isHeldBack(1, undefined));
    t.notOk(flow.holdsAny);
  });

  t.test('A flood is read in small pieces from its first backoff on', async (t) => {
    const { flow, journal } = controlled();
    flow.took(1, { ...message, messages: 50, began: 0, ended: millis(3) });
    t.same(journal, ['small 1', 'pause 1']);
  });

  t.test('Once an alarm of the rules is due, a player that is held back is heard', async (t) => {
    const { flow, clock } = controlled();
    flow.holdBack(1, millis(8));
    t.ok(flow.isHeldBack(1, millis(5)));
    clock.ring(millis(5));
    t.notOk(flow.isHeldBack(1, millis(5)), 'what it wrote before the alarm counts');
    t.ok(flow.isHeldBack(1, millis(9)));
  });
});

t.test('flush hint', async (t) => {
  t.test('A player that is silent is told how to flush in its own language', async (t) => {
    for (const [command, how] of [
      ['python3 bot.py', 'print(..., flush=True)'],
      ['ruby bot.rb', '$stdout.flush'],
      ['node bot.js', 'process.stdout.write'],
      ['perl bot.pl', '$| = 1'],
      ['java -jar bot.jar', 'System.out.flush()'],
      ['java Bot.java', 'System.out.flush()'],
      ['dotnet run', 'Console.Out.Flush()'],
      ['csharp Bot.cs', 'Console.Out.Flush()'],
      ['go run bot.go', 'in Go: call Flush() on a bufio.Writer'],
      ['go run .', 'in Go: call Flush() on a bufio.Writer'],
      ['cargo run --release', 'std::io::stdout().flush()'],
      ['./target/release/bot', 'std::io::stdout().flush()'],
      ['lua bot.lua', 'io.stdout:flush()'],
      ['./bot', 'in C: fflush(stdout); Python: flush=True; Ruby: $stdout.flush'],
    ] as const)
      t.ok(flushHint(command).includes(how), `${command}: ${flushHint(command)}`);
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

  t.test(
    'A peel before the deal is one, whoever is ready last: what was read with a ready was written before',
    async (t) => {
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
    },
  );

  t.test(
    'All that arrives in one turn of the loop is stamped before the first of it is settled',
    async (t) => {
      const { clock, stages, events } = await dealt('nn', { options: allA });
      stages[0]!.say(first);
      stages[1]!.say(first);
      await clock.quiet();
      const reads = events.filter(({ type }) => type === 'in').slice(-2);
      t.match(reads, [{ seat: 1 }, { seat: 2, t: reads[0]!.t }]);
      const letters = events.filter(({ gate }) => gate === 1);
      t.ok(allOf(letters, (letter) => letter.t > reads[1]!.t));
    },
  );

  t.test(
    'A peel that may have lain in its pipe before the game stalled keeps it going, though the timer has level',
    async (t) => {
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
    },
  );

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
    t.match(
      starved,
      /^was not ready within 10 s\. The machine was overloaded: .* Run fewer games at once\. If the program/,
    );
    t.notMatch(starved, 'flush');
    t.match(idle, /^was not ready within 10 s\. If it wrote something, it did not flush/);
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

  t.test(
    'A player that left before the deal, and is told of after it, leaves a game of two that ends as it begins',
    async (t) => {
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
    },
  );

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
        offence: { detail: 'did not read its input: 1048577 unread bytes (--max-unread)' },
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

  t.test('A replay of any match equals its record', async (t) => {
    let peels = 0;
    const law = fc.asyncProperty(
      fc.nat(10_000),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(0, micros(3), millis(5)),
      async (chance, players, window) => {
        const plan = planOf({ players, seed: `game ${chance}`, options: { 'photo-finish': window } });
        const scripts: Script[] = Array.from({ length: players }, (_, index) => randomScript(chance + index));
        const { events, played } = await scriptPlayed(plan, () => scripts);
        const lines = events.map(eventLine);
        const verification = verifyRecord(plan, readBack(events).events, lines);
        if (!verification.ok) throw new Error(JSON.stringify(verification.disagreement, null, 1));
        t.same(verification.verdict, played.verdict);
        peels += events.filter(({ type }: OwnEvent) => type === 'peel').length;
      },
    );
    await fc.assert(law, runs(60));
    t.ok(peels > 100, `${peels} peels`);
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

t.test('mailbox', async (t) => {
  /** Where nobody floods. */
  const anySeat = { pause() {}, resume() {}, readInSmallPieces() {} };

  function mailboxOn(clock: ManualClock, flow = new FlowControl(clock)): Mailbox {
    flow.control([anySeat, anySeat, anySeat]);
    return new Mailbox(clock, flow);
  }

  const input = (at: number): Input => ({ is: 'interrupt', at });

  t.test('Inputs are taken out in the order in which they were put in, whatever their stamps', async (t) => {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    for (const at of [3, 1, 2]) mailbox.put(input(at));
    const taken: unknown[] = [];
    for (let count = 0; count < 3; count++) taken.push(await clock.run(mailbox.next(undefined)));
    t.same(taken, [input(3), input(1), input(2)]);
    t.equal(mailbox.arrived, 3);
  });

  t.test('A waiting loop is woken at the end of the turn in which the input came', async (t) => {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    let taken = false;
    const next = mailbox.next(undefined).then((found) => {
      taken = true;
      return found;
    });
    await clock.quiet();
    mailbox.put(input(1));
    mailbox.put(input(2));
    t.equal(taken, false, 'what else comes in this turn is put in, too');
    await clock.turn();
    t.same(await next, input(1));
  });

  t.test(
    'An input that was stamped before the alarm comes before it, though the timer has level',
    async (t) => {
      for (const turns of [0, 1]) {
        const clock = new ManualClock();
        const mailbox = mailboxOn(clock);
        const next = mailbox.next(5000);
        clock.ring(5000);
        for (let turn = 0; turn < turns; turn++) await clock.turn();
        mailbox.put(input(4999));
        t.same(await clock.run(next), input(4999), `${turns} turns after it has level`);
      }
    },
  );

  t.test('An input that came while the host had not looked for long came before the alarm', async (t) => {
    for (const turns of [0, 1]) {
      const clock = new ManualClock();
      const mailbox = mailboxOn(clock);
      const next = mailbox.next(5000);
      clock.ring(70_000);
      for (let turn = 0; turn < turns; turn++) await clock.turn();
      mailbox.put(input(clock.now()));
      t.same(
        await clock.run(next),
        input(4999),
        `${turns} turns after the host was back: stamped so that it replays`,
      );
    }
  });

  t.test(
    'An input that came after two looks from the alarm on waits until the alarm has been heard',
    async (t) => {
      const clock = new ManualClock();
      const mailbox = mailboxOn(clock);
      clock.ring(5000);
      await clock.run(mailbox.look());
      await clock.run(mailbox.look());
      mailbox.put(input(7000));
      t.equal(await clock.run(mailbox.next(5000)), undefined);
      t.same(await clock.run(mailbox.next(9000)), input(7000));
    },
  );

  t.test(
    'What is left of an input comes after the others, and before what the same seat wrote later',
    async (t) => {
      const clock = new ManualClock();
      const mailbox = mailboxOn(clock);
      const read = (seat: number, at: number) =>
        ({ is: 'read', seat, at, bytes: Uint8Array.of(at) }) as Input & { is: 'read' };
      mailbox.put(read(1, 1));
      const first = (await mailbox.next(undefined)) as Input & { is: 'read' };
      mailbox.put(read(2, 2));
      mailbox.put(read(1, 3));
      mailbox.put(read(3, 4));
      mailbox.putBack(first);
      const order = [];
      for (let count = 0; count < 4; count++) order.push((await mailbox.next(undefined))?.at);
      t.same(order, [2, 1, 3, 4]);
      t.equal(mailbox.arrived, 4, 'what is put back has not come again');
    },
  );

  const text = (seat: number, at: number): Input & { is: 'read' } => ({
    is: 'read',
    seat,
    at,
    bytes: Uint8Array.of(at % 256),
  });

  t.test('A backoff that ends in the middle of a look brings nothing out of order', async (t) => {
    for (let backoff = 1; backoff <= 20; backoff++) {
      const clock = new ManualClock();
      clock.lookTakes = 1;
      const flow = new FlowControl(clock);
      const mailbox = mailboxOn(clock, flow);
      for (let at = 1; at <= 8; at++) mailbox.put(text(1, at));
      flow.holdBack(1, clock.now() + backoff);
      const order = [];
      for (let count = 0; count < 8; count++) order.push((await clock.run(mailbox.next(undefined)))?.at);
      t.same(order, [1, 2, 3, 4, 5, 6, 7, 8], `a backoff of ${backoff} looks at the clock`);
    }
  });

  t.test(
    'What is left of an input that came too late holds back what the same seat wrote after it',
    async (t) => {
      const clock = new ManualClock();
      const mailbox = mailboxOn(clock);
      mailbox.put(text(1, 0));
      const first = (await clock.run(mailbox.next(undefined))) as Input & { is: 'read' };
      clock.ring(5000);
      mailbox.put(text(1, 5001));
      mailbox.putBack({ ...first, at: 5000 });
      const order = [(await clock.run(mailbox.next(4500)))?.at];
      for (let count = 0; count < 2; count++) order.push((await clock.run(mailbox.next(undefined)))?.at);
      t.same(order, [undefined, 5000, 5001]);
    },
  );

  t.test('An alarm is not delayed by players that go on writing', async (t) => {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    clock.onTurn = () => mailbox.put(input(clock.now()));
    let heard = 0;
    await clock.run(mailbox.look());
    for (; (await clock.run(mailbox.next(50_000))) !== undefined; heard++) await clock.run(mailbox.look());
    t.ok(heard > 10 && heard < 60, `${heard} inputs before it`);
  });

  t.test('Silence is believed only after two more turns of the loop', async (t) => {
    const clock = new ManualClock();
    let turns = 0;
    clock.onTurn = () => turns++;
    const next = mailboxOn(clock).next(5000);
    clock.ring(5000);
    t.equal(await clock.run(next), undefined);
    t.equal(turns, 2);
  });

  t.test('An alarm that is past is heard without waiting for it', async (t) => {
    const clock = new ManualClock();
    clock.ring(5000);
    t.equal(await clock.run(mailboxOn(clock).next(4000)), undefined);
    t.ok(clock.now() < 10_000);
  });

  t.test('A gate opens when the loop has been polled empty twice in a row', async (t) => {
    for (const [arrivals, needed] of [
      [[], 2],
      [[1], 3],
      [[2], 4],
      [[1, 3], 5],
      [[1, 2, 3, 4], 6],
    ] as const) {
      const clock = new ManualClock();
      const mailbox = mailboxOn(clock);
      let turns = 0;
      clock.onTurn = () => {
        if ((arrivals as readonly number[]).includes(++turns)) mailbox.put(input(0));
      };
      t.equal(await clock.run(pollEmpty(mailbox, clock)), true);
      t.equal(turns, needed, `inputs in turns ${arrivals}`);
    }
  });

  t.test('A player that trickles holds no gate shut for more than a millisecond', async (t) => {
    const clock = new ManualClock();
    const mailbox = mailboxOn(clock);
    clock.turnTakes = micros(50);
    clock.onTurn = () => mailbox.put(input(0));
    t.equal(await clock.run(pollEmpty(mailbox, clock)), false);
    t.ok(clock.now() > micros(900) && clock.now() < micros(1200), `${clock.now()} ns`);
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

t.test('request', async (t) => {
  const words = { ...lexiconWith(['AB', 'BA', 'CATS']), sha256: 'ab'.repeat(32), name: 'few' };
  const infinite = namedChoice('infinite');

  const common = {
    lexicon: words,
    seed: 'request',
    limits: { readyTimeout: seconds(3), gameTimeout: 0 },
    players: [1, 2].map((seat) => ({ seat, entry: 3 - seat, name: `p${seat}`, command: `./p${seat}` })),
  };

  /** One of each game, with options of every kind. */
  const all: readonly MatchSettings[] = [
    {
      ...common,
      game: bananagrams,
      options: { ...settleOptions(bananagrams.options, []), bunch: { A: 9, B: 7 }, hand: 4, lenient: true },
      playerSeed: 'secret',
      rejudged: ['V1StGXR8_Z5jdHi6B-myT'],
    },
    {
      ...common,
      game: scrabble,
      options: {
        ...settleOptions(scrabble.options, []),
        board: infinite?.ok ? infinite.value : undefined,
        timeout: millis(250),
      },
      lexicon: undefined,
      players: common.players.map((player) =>
        player.seat === 1
          ? player
          : { ...player, options: { timeout: seconds(10), 'turn-cpu': Number.POSITIVE_INFINITY } },
      ),
      mirrored: true,
    },
    {
      ...common,
      game: boggle,
      options: { ...settleOptions(boggle.options, []), board: boardFrom('CATS/XQuAT'), rules: 'turns' },
      players: common.players.map((player) => ({ ...player, processor: player.seat })),
    },
  ];

  const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  function planned(value: unknown): MatchPlan {
    const reading = readMatchRequest(value);
    if (!reading.ok) throw new Error(reading.problem);
    const plan = planFromRequest(
      reading.request,
      ({ sha256 }) => (sha256 === words.sha256 ? words : undefined),
      games,
    );
    if (!plan.ok) throw new Error(plan.problem);
    return plan.plan;
  }

  for (const settings of all)
    t.test(`a match of ${settings.game.name} that is sent as JSON is the same match elsewhere`, async (t) => {
      const here = planMatch(settings);
      const there = planned(sent(here.request));
      t.equal(there.game, here.game);
      t.equal(there.setup.lexicon, here.setup.lexicon);
      t.same(there.setup.key, here.setup.key);
      t.same(there.limits, here.limits);
      t.same(there.setup.own, here.setup.own);
      t.same(there.request, here.request, 'to be sent on');
      const [one, other] = [here, there].map(({ game, setup }) => {
        const prepared = game.prepare(setup);
        return common.players.map(({ seat }) => game.greet(prepared, seat)).join('');
      });
      t.equal(other, one, 'the same board and tiles');
    });

  t.test('the head of a record is such a request', async (t) => {
    for (const settings of all) {
      const plan = planMatch(settings);
      const { header } = plan;
      t.same(planned(sent(header)).request, plan.request);
      t.same(Object.keys(header), [
        ...['wordhost', 'version', 'edition', 'id', 'game', 'seed'],
        ...(settings.playerSeed === undefined ? [] : ['playerSeed']),
        ...(settings.mirrored ? ['mirrored'] : []),
        ...(settings.rejudged === undefined ? [] : ['rejudged']),
        ...['startedAt', 'options', 'dictionary', 'players', 'host'],
      ]);
    }
  });

  t.test('what a player has of its own is with the player, and of nobody else', async (t) => {
    const { header, request, setup } = planMatch(all[1]!);
    t.same(
      request.players.map(({ options }) => options),
      [undefined, { timeout: '10s', 'turn-cpu': 'none' }],
    );
    t.same(header.players, request.players);
    t.equal(request.options.timeout, '250ms');
    t.same(
      [1, 2].map((seat) => optionsOf(setup, seat).timeout),
      [millis(250), seconds(10)],
    );
    const alike = planMatch(all[2]!);
    t.equal(alike.setup.own, undefined);
    t.notOk(alike.request.players.some((player) => 'options' in player));
  });

  t.test('an option that is left out has its default, and the plan says it', async (t) => {
    const { request } = planMatch(all[2]!);
    const { timeout: _, 'ready-timeout': __, ...options } = request.options;
    const plan = planned({ ...request, options });
    t.equal(plan.request.options['ready-timeout'], '10s');
    t.equal(plan.request.options.timeout, request.options.timeout);
    t.equal(plan.limits.readyTimeout, seconds(10));
  });

  t.test('what is no request is refused with its place, what was expected and what came', async (t) => {
    const { request } = planMatch(all[0]!);
    const refused: readonly (readonly [unknown, string])[] = [
      [undefined, 'a match: expected an object; got nothing'],
      [null, 'a match: expected an object; got null'],
      [[], 'a match: expected an object; got a list of 0'],
      [{ ...request, id: '../x' }, 'id: expected an id of 21 characters; got "../x"'],
      [{ ...request, edition: undefined }, 'edition: expected a whole number from 1; got nothing'],
      [{ ...request, seed: 7 }, 'seed: expected a string; got 7'],
      [{ ...request, options: { hand: 4 } }, 'options["hand"]: expected a string or null; got 4'],
      [{ ...request, players: [] }, 'players: expected a list of at least 1; got a list of 0'],
      [
        { ...request, dictionary: { name: 'few', sha256: 'no', words: 3 } },
        'dictionary.sha256: expected a SHA-256 in hexadecimal; got "no"',
      ],
    ];
    for (const [value, expected] of refused) {
      const reading = readMatchRequest(value);
      t.equal(reading.ok ? 'read' : reading.problem, expected);
    }
    const reading = readMatchRequest({ ...request, more: 1, wordhost: 1 });
    t.same(reading, { ok: true, request: sent(request) }, 'what it does not know is left out');
  });

  t.test('a request that cannot be planned here says why, in a sentence', async (t) => {
    const { request } = planMatch(all[0]!);
    const [first, second] = request.players;
    const refused: readonly (readonly [Partial<MatchRequest>, string | RegExp])[] = [
      [{ game: 'chess' }, 'this version of wordhost does not know the game "chess"'],
      [{ game: 'toString' }, 'this version of wordhost does not know the game "toString"'],
      [{ edition: edition + 1 }, /^its edition is \d+, but this host supports editions 1 to \d+\. /],
      [{ players: [second!, first!] }, 'players[0].seat: expected 1; got 2'],
      [
        { players: Array.from({ length: 65 }, (_, index) => ({ ...first!, seat: index + 1 })) },
        'bananagrams is for 1 to 64 players; got 65',
      ],
      [
        { dictionary: { name: 'other', sha256: 'cd'.repeat(32), words: 1 } },
        `its word list "other" (SHA-256 ${'cd'.repeat(32)}) was not found`,
      ],
      [{ dictionary: { name: 'none' } }, 'bananagrams cannot be played without a word list'],
      [{ options: { ...request.options, hnad: '3' } }, 'its option "hnad" is unknown'],
      [
        { options: { ...request.options, hand: 'four' } },
        /^its option hand: expected a whole number from .*; got "four"$/,
      ],
      [
        { options: { ...request.options, hand: '100' } },
        /^the game cannot be played with its options: the bunch has 16 tiles/,
      ],
    ];
    for (const [change, expected] of refused) {
      const words = (list: { sha256: string }) =>
        list.sha256 === common.lexicon.sha256 ? common.lexicon : undefined;
      const reading = planFromRequest({ ...request, ...change }, words, games);
      t.match(reading.ok ? 'planned' : reading.problem, expected);
    }
  });

  t.test('a match is planned for as many players as the game has seats for, in their order', async (t) => {
    const settings = all[2]!;
    const [one] = settings.players;
    for (const [players, problem] of [
      [[], 'boggle is for 1 to 16 players; got 0'],
      [
        Array.from({ length: 17 }, (_, index) => ({ ...one!, seat: index + 1 })),
        'boggle is for 1 to 16 players; got 17',
      ],
      [[one!, one!], 'players[1].seat: expected 2; got 1'],
    ] as const)
      t.throws(() => planMatch({ ...settings, players }), { message: `planMatch: ${problem}` });
  });

  t.test('a request with options that a player cannot have of its own is refused', async (t) => {
    const [, ofScrabble, ofBoggle] = all.map((settings) => planMatch(settings).request);
    const problem = (request: MatchRequest, options: Readonly<Record<string, string>>, more: object = {}) => {
      const [first, ...others] = request.players;
      const asked = {
        ...request,
        options: { ...request.options, ...more },
        players: [{ ...first!, options }, ...others],
      };
      const reading = planFromRequest(asked, () => words, games);
      return reading.ok ? undefined : reading.problem;
    };
    t.equal(problem(ofScrabble!, { timeout: '1s' }), undefined);
    t.match(
      problem(ofScrabble!, { timeout: '1' }),
      /^the option "timeout" of player 1: expected a time with a unit/,
    );
    const notItsOwn = 'players cannot have their own in this game';
    t.equal(problem(ofScrabble!, { handsize: '3' }), `the option "handsize" of player 1: ${notItsOwn}`);
    t.equal(problem(ofScrabble!, { toString: '3' }), `the option "toString" of player 1: ${notItsOwn}`);
    t.equal(problem(ofBoggle!, { timeout: '1s' }), undefined);
    t.equal(
      problem(ofBoggle!, { timeout: '1s' }, { rules: 'classic' }),
      `the option "timeout" of player 1: ${notItsOwn}`,
    );
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
      t.match(
        guessesOf(match, 2),
        [{ word: 'CAT', t: time - 1 }],
        'stamped so that the record can be played again',
      );
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

t.test('turn load', async (t) => {
  const silent = { read() {}, gone() {}, caught() {} };

  /** A scripted player with turns of a second: what it used of the machine, and how late the host is, are as a test says. */
  async function loaded() {
    const clock = new ManualClock();
    const options = settleOptions(scrabble.options, []);
    const players = [{ seat: 1, entry: 1, name: 'p1', command: './p1' }];
    const limits = { readyTimeout: 0, gameTimeout: 0 };
    const plan = planMatch({ game: scrabble, options, lexicon: undefined, seed: 'x', limits, players });
    const requests = seatRequests(plan, () => clock.now());
    const table = await scriptedSeats([() => ({ hear() {} })], clock)(requests, () => silent);
    const state = {
      ...{ cpuMs: 100 as number | null, waitMs: 10 as number | null },
      ...{ looks: 0, laps: 0, alarms: 0 },
    };
    const share = () => {
      state.looks++;
      return { cpuMs: state.cpuMs, waitMs: state.waitMs };
    };
    const processes = { sandbox: 'off', usage: { used: async () => 0, share } } as const;
    const seats = [Object.assign(table.seats[0]!, { processes })];
    const delay = { worst: 0, ofLap: 7, startLap: () => void state.laps++, [Symbol.dispose]() {} };
    const setAlarm = clock.alarm.bind(clock);
    clock.alarm = (at, ring) => {
      state.alarms++;
      return setAlarm(at, ring);
    };
    return { clock, state, load: new TurnLoad(seats, clock, delay) };
  }

  t.test('of a turn that ran out, what its player did after the first tenth is told', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 1);
    Object.assign(state, { cpuMs: 130, waitMs: 12 });
    await clock.pass(millis(900));
    const facts = load.ofLateTurn(1, clock.now());
    t.same(facts, { cpuMs: 30, waitMs: 2, givenMs: 1000, loopDelayMs: 7 });
    t.equal(state.laps, 1);
  });

  t.test('a figure that could be read only once is not known', async (t) => {
    const { clock, state, load } = await loaded();
    state.cpuMs = null;
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    Object.assign(state, { cpuMs: 130, waitMs: null });
    await clock.pass(millis(900));
    t.match(load.ofLateTurn(1, clock.now()), { cpuMs: null, waitMs: null });
  });

  t.test('the alarm of an earlier turn waits for the first tenth of the one under way', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(60));
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(99));
    t.equal(state.looks, 0);
    await clock.pass(millis(1));
    t.equal(state.looks, 1);
    Object.assign(state, { cpuMs: 105 });
    await clock.pass(millis(900));
    t.same(load.ofLateTurn(1, clock.now())?.cpuMs, 5);
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 3, 'once in each turn of that length, and once at the end of the late one');
  });

  t.test('turns that are answered at once set one alarm, and not one each', async (t) => {
    const { clock, state, load } = await loaded();
    for (let turn = 0; turn < 50; turn++) {
      load.turnBegins(1, clock.now(), clock.now() + seconds(1));
      await clock.pass(millis(1));
    }
    t.same([state.alarms, state.laps, state.looks], [1, 50, 0]);
    load[Symbol.dispose]();
    await clock.pass(seconds(1));
    t.same([state.alarms, state.looks], [1, 0], 'and none when the game is over');
  });

  t.test('a turn that has less time than the one before is looked at in time', async (t) => {
    const { clock, state, load } = await loaded();
    load.turnBegins(1, clock.now(), clock.now() + seconds(100));
    await clock.pass(millis(1));
    load.turnBegins(1, clock.now(), clock.now() + seconds(1));
    await clock.pass(millis(100));
    t.equal(state.looks, 1);
    load.turnBegins(1, clock.now(), undefined);
    await clock.pass(seconds(100));
    t.equal(state.looks, 1, 'and one without an end is not');
  });
});

t.test('turn meter', async (t) => {
  const silent = { read() {}, gone() {}, caught() {} };

  /** A scripted player that uses as much of the processors as a test says, under a limit of 100 ms and no margin. */
  async function metered(limit: Nanos = millis(100), own?: Nanos) {
    const clock = new ManualClock();
    const options = { ...settleOptions(scrabble.options, []), 'turn-cpu': limit, margin: 0 };
    const its = own === undefined ? undefined : { 'turn-cpu': own };
    const players = [{ seat: 1, entry: 1, name: 'p1', command: './p1', options: its }];
    const limits = { readyTimeout: 0, gameTimeout: 0 };
    const plan = planMatch({ game: scrabble, options, lexicon: undefined, seed: 'x', limits, players });
    const requests = seatRequests(plan, () => clock.now());
    const table = await scriptedSeats([() => ({ hear() {} })], clock)(requests, () => silent);
    const state = { used: millis(1_000), looks: 0, told: [] as Nanos[] };
    const used = async () => {
      state.looks++;
      return state.used;
    };
    const share = () => ({ cpuMs: null, waitMs: null });
    const processes = { sandbox: 'off', usage: { used, share } } as const;
    const seats = [Object.assign(table.seats[0]!, { processes })];
    const meter = new TurnMeter(plan, seats, clock, (_seat, cpu) => state.told.push(cpu));
    return { clock, meter, state };
  }

  t.test('a turn that is answered at once is not looked at', async (t) => {
    const { clock, meter, state } = await metered();
    for (let turn = 0; turn < 5; turn++) {
      meter.turnBegins(1, clock.now());
      await clock.pass(millis(4));
      t.equal(meter.tooMuch(1, clock.now()), undefined);
    }
    t.equal(state.looks, 0);
  });

  t.test('an answer that cannot have taken too much is not looked at, and one that can is', async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(100 / cpus().length - 1));
    t.equal(meter.tooMuch(1, clock.now()), undefined);
    t.equal(state.looks, 1, 'what it had used before');
    await clock.pass(millis(2));
    state.used += millis(99);
    t.equal(await meter.tooMuch(1, clock.now()), undefined);
    state.used += millis(2);
    t.equal(await meter.tooMuch(1, clock.now()), millis(101));
    t.equal(meter.tooMuch(1, clock.now()), undefined, 'once');
    t.same(state.told, [], 'whoever asked knows it');
  });

  t.test('what a player did after its answer is taken off', async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    await clock.pass(millis(90));
    const answered = clock.now();
    await clock.pass(millis(5));
    state.used += millis(100 + 5 * cpus().length);
    t.equal(await meter.tooMuch(1, answered), undefined);
  });

  t.test(
    'without an answer it is told when it is seen, and what the turn before took counts for nothing',
    async (t) => {
      const { clock, meter, state } = await metered();
      meter.turnBegins(1, clock.now());
      await clock.pass(millis(50));
      state.used += millis(80);
      meter.turnBegins(1, clock.now());
      await clock.pass(millis(200));
      state.used += millis(90);
      await clock.pass(millis(200));
      t.same(state.told, []);
      state.used += millis(15);
      await clock.pass(millis(100));
      t.same(state.told, [millis(105)]);
      const { looks } = state;
      await clock.pass(millis(500));
      t.equal(state.looks, looks, 'then nobody looks any more');
    },
  );

  t.test('the nearer it is to its limit, the sooner it is looked at again', async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    for (const looks of [1, 2]) {
      while (state.looks < looks) await clock.pass(millis(1));
      state.used += millis(98 / looks);
    }
    await clock.pass(millis(20));
    t.same(state.told, [millis(147)]);
  });

  t.test('a player is measured by the limit that it has of its own', async (t) => {
    for (const [limit, own, isTold] of [
      [Number.POSITIVE_INFINITY, millis(100), true],
      [millis(50), millis(200), false],
      [millis(50), Number.POSITIVE_INFINITY, false],
    ] as const) {
      const { clock, meter, state } = await metered(limit, own);
      meter.turnBegins(1, clock.now());
      await clock.pass(millis(50));
      state.used += millis(150);
      await clock.pass(millis(300));
      t.same(state.told, isTold ? [millis(150)] : []);
      if (own === Number.POSITIVE_INFINITY) t.equal(state.looks, 0, 'nobody looks');
    }
  });

  t.test('disposed of, it looks no more', async (t) => {
    const { clock, meter, state } = await metered();
    meter.turnBegins(1, clock.now());
    meter[Symbol.dispose]();
    await clock.pass(millis(500));
    t.equal(state.looks, 0);
  });
});

t.test('unfinished', async (t) => {
  const planOf = planOf2;
  interface Noting {
    readonly events: readonly { readonly type: string }[];
  }

  const unfinishedIn = ({ events }: Noting) =>
    events.flatMap((event) => {
      const { type, seat, what } = event as { type: string; seat?: number; what?: string };
      return type === 'unfinished' ? [`${seat} ${what}`] : [];
    });

  const two = { hands: ['ACT', 'DOG'], draws: 'EEES' };
  const WITHOUT_END = 'without a line end: each message ends with a newline';

  t.test('a player whose ready has no line end is told so, not that it did not flush', async (t) => {
    const table = laidScrabble(two);
    table.writes(1, 'ready');
    table.wait(seconds(10));
    const [first, second] = table.verdict!.players;
    t.equal(first!.offence!.detail, `was not ready within 10 s. It wrote \`ready\` ${WITHOUT_END}`);
    t.match(second!.offence!.detail, /did not flush .*longer --ready-timeout/, 'it has written nothing');
  });

  t.test('a player that ends in the middle of its ready is told so', async (t) => {
    const table = laidScrabble(two);
    table.writes(1, 'read');
    table.leaves(1);
    const detail = (table.events[0] as unknown as { detail: string }).detail;
    t.equal(detail, `exited with status 0 before it was ready. It wrote \`read\` ${WITHOUT_END}`);
  });

  t.test('an answer without its end is noted beside the turn that ran out, once', async (t) => {
    const table = dealtScrabble({ ...two, options: { timeout: seconds(1), margin: 0, 'max-turns': 2 } });
    table.writes(1, 'pass');
    table.wait(seconds(1));
    t.same(unfinishedIn(table), [`1 wrote \`pass\` ${WITHOUT_END}`]);
    const types = table.events.map(({ type }) => type);
    t.equal(types[types.indexOf('timeout') + 1], 'unfinished');
    table.wait(seconds(9));
    t.equal(table.verdict!.reason, 'max-turns');
    t.equal(unfinishedIn(table).length, 1, 'nothing new has come');
  });

  t.test(
    'a grid one cell short is noted when the game stalls, reaches its limit or is interrupted',
    async (t) => {
      const request = { hands: ['AAB', 'AAA'], draws: 'A' };
      const short = '1 announced a grid of 3 by 1, and 2 of its 3 cells came';
      const stalling = dealtTable({ ...request, options: { stall: seconds(60) } });
      stalling.says(1, 'p001003001AA');
      stalling.wait(seconds(60));
      t.same(unfinishedIn(stalling), [short]);
      t.equal(stalling.verdict!.reason, 'stalled');
      const limited = dealtTable({ ...request, gameTimeout: seconds(60) });
      limited.says(1, 'p001003001AA');
      limited.wait(seconds(60));
      t.same(unfinishedIn(limited), [short]);
      const stopped = dealtTable(request);
      stopped.says(1, 'p001003001AA');
      stopped.interrupt();
      t.same(unfinishedIn(stopped), [short]);
    },
  );

  t.test(
    'a message under way when another player wins is not noted, one that lay for a second is',
    async (t) => {
      for (const [pause, noted] of [
        [0, 0],
        [seconds(1), 1],
      ] as const) {
        const table = dealtTable({ hands: ['AAB', 'AAA'], options: { stall: 0 } });
        table.says(2, 'p001003');
        table.wait(pause);
        table.says(1, 'p001003001AAB');
        t.equal(table.verdict!.reason, 'bunch-empty');
        t.equal(unfinishedIn(table).length, noted, `${pause}`);
      }
    },
  );

  t.test('a player that leaves in the middle of a message has it noted', async (t) => {
    const table = dealtTable({ hands: ['AAB', 'AAA', 'ABB'], draws: 'A' });
    table.says(1, 'd');
    table.leaves(1);
    t.same(unfinishedIn(table), ['1 wrote `d` without the letter that it gives back']);
  });

  t.test('a player that speaks the wire of another game is told which', async (t) => {
    const scrabbles = laidScrabble(two);
    scrabbles.writes(1, 'n');
    scrabbles.wait(seconds(10));
    t.match(
      scrabbles.verdict!.players[0]!.offence!.detail,
      /`n` without a line end: that is Bananagrams; this is Scrabble/,
    );
    const bananas = laidTable({ seats: 'nn' });
    bananas.says(1, 'ready\n');
    t.match(bananas.events, [{ type: 'ready' }, { detail: /The line `ready` is for Scrabble and Boggle/ }]);
  });

  t.test(
    'a result names what was unfinished until a message was whole, and its record verifies',
    async (t) => {
      for (const [rest, unfinished] of [
        ['', `wrote \`pa\` ${WITHOUT_END}`],
        ['ss\n', undefined],
      ] as const) {
        const options = { timeout: seconds(1), margin: 0, 'max-turns': 3 };
        const plan = planOf({ game: scrabble, lexicon: undefined, players: 1, options });
        const { events, played } = await scriptPlayed(plan, () => [
          ({ say }) => {
            let turns = 0;
            return {
              hear(text) {
                if (text.includes('end\n')) say('ready\n');
                if (text.includes('turn ')) say(['pa', rest, ''][turns++] ?? '');
              },
            };
          },
        ]);
        const fold = new ResultFold(scrabble, 1);
        for (const event of events) fold.take(event);
        const result = fold.finish(played.verdict, played.endedAt);
        t.equal(result.players[0]!.unfinished, unfinished);
        const verification = verifyRecord(plan, events, events.map(eventLine));
        t.match(verification, { ok: true });
      }
    },
  );
});
