import t from 'tap';
import type { Result } from '../../../host/events/result.ts';
import { boggle } from '../../../host/games/boggle/boggle.ts';
import { scrabble } from '../../../host/games/scrabble/scrabble.ts';
import { paintFor } from '../../../host/views/terminal/paint.ts';
import { gameInOneLine, gameSummary } from '../../../host/views/terminal/story.ts';

t.test('game summary', async (t) => {
  const figures = { score: 7, moves: 1, errors: 0, timeouts: 0, thinkMs: 1500, outcome: 'lost' };
  const players = ['Ada', 'Ben'].map((name, index) => ({
    ...figures,
    seat: index + 1,
    entry: 2 - index,
    name,
  }));

  function summary(
    game: typeof scrabble | typeof boggle,
    more: object = {},
    withPeople = false,
  ): readonly string[] {
    const result = {
      id: 'g',
      seed: '1',
      ms: 1,
      sandbox: 'off',
      outcome: 'draw',
      reason: 'scoreless',
      players,
    };
    return gameSummary({ ...result, ...more } as unknown as Result, game, [], {
      paint: paintFor(false),
      width: 80,
      withPeople,
    });
  }

  t.test('a person who did nothing yet is no bot that never answered', async (t) => {
    const idle = players.map((player) => ({ ...player, messages: 0, silent: true }));
    t.match(summary(scrabble, { players: idle }).join('\n'), /sent no.*message.* 1 ms of the game/);
    t.notMatch(summary(scrabble, { players: idle }, true).join('\n'), 'sent no whole message');
  });

  t.test('the summary of one game says which move brought the most, and who made it', async (t) => {
    const best = { seat: 2, word: 'QI', points: 40 };
    for (const game of [scrabble, boggle])
      t.match(summary(game, { best }).slice(-3), ['', 'best move: QI for 40 by player 1 (Ben)', /^game g/]);
    t.notMatch(summary(scrabble).join('\n'), 'best move', 'no word has brought any points');
    const long = summary(scrabble, { best: { ...best, word: 'A'.repeat(200) } }).join('\n');
    t.match(long, /best move: A{29}… for 40 by player 1/);
  });
});

t.test('time bank', async (t) => {
  t.test('a picture shows the time that each player has left, or is over', async (t) => {
    for (const game of [scrabble, boggle]) {
      const picture = game.picture(2);
      const take = (event: object) => picture.take(event as never);
      const captions = () => picture.panels().flatMap(({ seat, caption }) => (seat ? caption : []));
      take({ type: 'turn', seat: 1, k: 1, left: 9 });
      t.notMatch(captions(), /left|over/, game.name);
      take({ type: 'turn', seat: 1, k: 2, left: 8, bankMs: 252_900 });
      take({ type: 'turn', seat: 2, k: 2, left: 7, bankMs: -65_000 });
      t.match(captions(), [/, 4:12 left/, /, 1:05 over/], game.name);
      take({ type: 'scores', scores: [1, 2], seats: [1, 2], bankMs: [9000, -1], pointsOff: [0, 10] });
      t.match(captions(), [/, 0:09 left/, /, 0:00 over/], game.name);
    }
  });

  t.test('the story says how much overtime costs', async (t) => {
    const { describe } = scrabble;
    const overtime = { type: 'overtime', seat: 1, k: 3 } as const;
    t.equal(
      describe({ ...overtime, bankMs: -61_240, pointsOff: 20 }),
      'is 61.2 s over its time: 20 points off',
    );
    t.equal(describe({ ...overtime, bankMs: 20, pointsOff: 0 }), 'is within its time again');
    const timeout = { type: 'timeout', seat: 1, k: 3 } as const;
    t.equal(describe({ ...timeout, of: 'time-bank' }), 'used up its time bank');
    t.equal(describe({ ...timeout, of: 'turn-cpu' }), 'used too much processor time');
    t.equal(describe(timeout), 'ran out of time');
  });

  t.test('the story says of whom nothing was asked, because it held no tiles', async (t) => {
    t.equal(scrabble.describe({ type: 'pass', seat: 1, bytes: [0, 5] }), 'passes');
    t.equal(scrabble.describe({ type: 'pass', seat: 1, why: 'empty-hand' }), 'passes (with an empty hand)');
  });

  t.test('the summary has the time that was left, where there are time banks', async (t) => {
    const figures = { score: 7, moves: 1, errors: 0, timeouts: 0, thinkMs: 1500, outcome: 'lost' };
    const named = (seat: number, more: object) => ({
      seat,
      entry: seat,
      name: `p${seat}`,
      ...figures,
      ...more,
    });
    const drawOf = (players: readonly object[]) =>
      ({
        id: '',
        seed: '1',
        ms: 1,
        sandbox: 'off',
        outcome: 'draw',
        reason: 'scoreless',
        players,
      }) as unknown as Result;
    const summary = (...players: object[]) => {
      return gameSummary(drawOf(players), scrabble, [], { paint: paintFor(false), width: 200 });
    };
    const banked = summary(
      named(1, { bankMs: 58_500, pointsOff: 0 }),
      named(2, { bankMs: -61_000, pointsOff: 20 }),
      named(3, {}),
    );
    t.match(banked[2], /thinking +time left +points off$/);
    t.match(banked[3], /58\.5 s +0$/);
    t.match(banked[4], /-61\.0 s +20$/);
    t.match(banked[5], /1\.5 s$/, 'who was never ready had none');
    t.match(summary(named(1, {}))[2], /thinking$/);
    const players = [named(1, { bankMs: -61_000, pointsOff: 20 }), named(2, { bankMs: 5, pointsOff: 0 })];
    const line = gameInOneLine(3, drawOf(players), scrabble);
    t.match(line, /^game 3: a draw: [^;]+; player 1 \(p1\): 20 points off for overtime {2}\(/);
  });
});
