import t from 'tap';
import { BananagramsAssistant, toldAgain } from '../../../host/bots/bananagrams/assistant.ts';
import { playAt } from '../../../host/bots/bananagrams/play.ts';
import { solvingWith, unhurried } from '../../../host/bots/bananagrams/strategies.ts';
import { seconds } from '../../../host/core/units.ts';
import { EventLog } from '../../../host/events/event-log.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { planMatch } from '../../../host/match/plan.ts';
import { playMatch } from '../../../host/match/play-match.ts';
import { programSeats } from '../../../host/seats/remote/program-seats.ts';
import { settleOptions } from '../../../host/settings/settle-options.ts';
import { inOrder, row } from '../../games/drawings.ts';
import { abc, laidTable, type Request } from '../../games/table.ts';
import { expectOk } from '../../support/expect-ok.ts';
import fc, { runs } from '../../support/laws.ts';

/** People at a table. Each text that is sent goes to the host, and each text of the host to its seat. */
function seated(request: Request) {
  const table = laidTable(request);
  const told = ['', ''];
  const sent = ['', ''];
  /** What each seat heard and sent, in order. */
  const past: ((seat: BananagramsAssistant) => void)[][] = [[], []];
  const seats = [1, 2].map(() => new BananagramsAssistant(abc));
  const send = (seat: number, text: string) => {
    sent[seat - 1] += text;
    past[seat - 1]!.push((again) => again.sent(text));
    const lines = table.says(seat, text);
    for (const line of lines) {
      const [, to, heard] = /^(\d)< (.*)$/.exec(line) ?? [];
      if (heard === undefined) continue;
      told[Number(to) - 1] += heard;
      past[Number(to) - 1]!.push((again) => again.hear(heard));
      past[Number(to) - 1]!.at(-1)!(seats[Number(to) - 1]!);
    }
    return lines;
  };
  for (const [index, { ready }] of seats.entries()) send(index + 1, ready);
  /** Plays a move of a person, or returns why it was refused. */
  const play = (seat: number, move: unknown) => {
    const read = seats[seat - 1]!.readJson(move);
    return 'problem' in read ? read : send(seat, read.send());
  };
  return { table, past, told, sent, play, hand: (seat: number) => seats[seat - 1]!.hand() };
}

const peel = (number: number, letters: string) => ({ peel: { number, grid: row(letters) } });

t.test('A person has a hand, peels and dumps by JSON', async (t) => {
  const { play, hand } = seated({ hands: ['ABC', 'AAB'], draws: 'CBAAC', others: 'BBB' });
  t.same(hand(1), { letters: 'ABC', number: 1, grid: '', drew: 'ABC' });
  t.same(play(1, peel(1, 'ABC')), ['1< +001C.', '2< =001B.']);
  t.same(hand(1), { letters: 'ABCC', number: 2, grid: row('ABC'), drew: 'C' });
  t.same(hand(2), { letters: 'AABB', number: 2, grid: '', drew: 'AABB' });
  t.same(play(2, { dump: 'B' }), ['2< dAAC.']);
  t.same(hand(2).letters, 'AAAABC');
});

t.test('A refused move of a person changes nothing and says why', async (t) => {
  const { play, hand, sent } = seated({ hands: ['ABC', 'AAB'], draws: 'CB', others: 'AAA' });
  const before = [hand(1), [...sent]];
  const refusals: readonly (readonly [move: unknown, refusal: object])[] = [
    [peel(1, 'CBA'), { problem: 'CBA across, from column 1 of row 1', words: ['CBA'] }],
    [peel(1, 'BA'), { problem: 'C in the hand but not used', words: ['BA'] }],
    [peel(1, 'AB'), { problem: 'C in the hand but not used' }],
    [peel(1, 'CBAA'), { problem: 'A used but not in the hand' }],
    [peel(2, 'ABC'), { problem: 'the next peel is 001' }],
    [peel(999, 'ABC'), { problem: 'the next peel is 001' }],
    [{ dump: 'Q' }, { problem: 'you do not have Q' }],
    [{ peel: { number: 1, grid: '003001AB' } }, { problem: '3 by 1 is 3 cells; got 2' }],
  ];
  for (const [move, refusal] of refusals) t.strictSame(play(1, move), refusal, JSON.stringify(move));
  for (const move of [undefined, null, 1, 'ABC', {}, { dump: 'QQ' }, { dump: 1 }, { peel: 'ABC' }])
    t.match(play(1, move), { problem: /expected/ }, JSON.stringify(move));
  for (const number of [-1, 1.5, 1000, '1'])
    t.match(play(1, { peel: { number, grid: row('ABC') } }), { problem: /expected/ });
  for (const grid of ['', 'ABC', '003001abc', '003001ABC\n', `999999${'A'.repeat(998_001)}`])
    t.match(play(1, { peel: { number: 1, grid } }), { problem: /expected/ });
  t.strictSame([hand(1), sent], before);
});

t.test('A peel with an old number is late, whatever its grid is, and never an offense', async (t) => {
  const { table, play, hand } = seated({ hands: ['ABC', 'AAB'], draws: 'CB', others: 'AAA' });
  play(2, peel(1, 'AAB'));
  t.same(play(1, peel(1, 'ABC')), ['1< -001.']);
  t.same(play(1, peel(1, 'CBA')), ['1< -001.']);
  t.match(table.events.at(-1), { type: 'late', seat: 1, number: '001' });
  t.same(hand(1).letters, 'ABCC');
  t.same(play(1, peel(2, 'ABCC')), ['1< +002A.', '2< =002A.'], 'the next peel of the same person stands');
});

t.test('A seat that hears its game again, after a restart, has the same hand', async (t) => {
  const game = seated({ hands: ['ABC', 'AAB'], draws: 'CBAAC', others: 'BBBA' });
  game.play(1, peel(1, 'ABC'));
  game.play(2, { dump: 'B' });
  game.play(2, peel(1, 'AAB'));
  game.play(1, { dump: 'C' });
  for (const seat of [1, 2]) {
    const again = new BananagramsAssistant(abc);
    for (const happens of game.past[seat - 1]!) happens(again);
    t.same(again.hand(), game.hand(seat));
    t.equal(again.isDue, true);
  }
});

t.test('A bot that starts again in a race is told its hand and the last number', async (t) => {
  const move = fc.record({ seat: fc.integer({ min: 1, max: 2 }), dumps: fc.boolean(), letter: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
      const game = seated({ hands: ['ABC', 'AAB'], others: 'ABCABCABCABCABC' });
      for (const { seat, dumps, letter } of moves) {
        const { letters, number } = game.hand(seat);
        const [dump] = letters.at(letter % letters.length)!;
        game.play(seat, dumps ? { dump } : peel(number, letters));
      }
      for (const seat of game.table.verdict ? [] : [1, 2]) {
        const again = new BananagramsAssistant(abc);
        again.hear(toldAgain(game.told[seat - 1]!, game.sent[seat - 1]!));
        const { letters, number } = game.hand(seat);
        t.same([again.hand().letters, again.hand().number], [letters, number]);
        t.equal(letters, inOrder(game.table.hand(seat)));
      }
    }),
    runs(100),
  );
});

t.test('A bot of the plain dialect that starts again is told its hand alone', async (t) => {
  t.equal(toldAgain('ABC.C.', 'rp003001ABC'), 'ABCC.');
  t.equal(toldAgain('ABC.AAB.', 'rdC'), 'AAABB.');
  t.equal(toldAgain('', 'n'), '', 'before the deal it is told nothing');
});

t.test('A built-in bot plays a race in this process, at its pace', async (t) => {
  const { lexicon } = expectOk(loadLexicon('english'));
  const settled = settleOptions(bananagrams.options, []);
  const bunch = Object.fromEntries([...'EEEEAAIORTTNNSSLDG'].map((letter) => [letter, 3]));
  const players = ['quick', 'slow'].map((name, index) => ({
    seat: index + 1,
    entry: index + 1,
    name,
    command: name,
  }));
  const plan = planMatch({
    game: bananagrams,
    options: { ...settled, stall: 0, hand: 7, bunch },
    lexicon,
    seed: '7',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    players,
  });
  const openSeats = programSeats(({ seat }) => {
    const strategy = unhurried(solvingWith(seat === 1 ? 15 : 4), seat === 1 ? 0 : 60_000);
    return async (_, place) => {
      await playAt(place, strategy, { lexicon, seed: String(seat) });
      return undefined;
    };
  }, liveClock);
  const log = new EventLog([]);
  const { verdict } = await playMatch(plan, { openSeats, clock: liveClock, log, interrupt: undefined });
  t.match(verdict, { winner: 1, reason: 'bunch-empty' });
});
