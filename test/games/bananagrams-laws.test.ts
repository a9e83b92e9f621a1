import t from 'tap';
import { lettersOf } from '../../host/games/bananagrams/tiles.ts';
import fc, { runs } from '../support/laws.ts';
import { inOrder } from './drawings.ts';
import { thingsIn } from './pool.ts';
import { games, type RandomGame, RandomTable } from './random-players.ts';

/** How often each kind of thing happened in all games of a law: it must not hold for want of cases. */
function census() {
  const counts: Record<string, number> = {};
  return {
    counts,
    add(random: RandomTable) {
      for (const { type, rule, reason } of [...random.table.events, ...ends(random)]) {
        const kind = String(rule ?? reason ?? type);
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
    },
  };
}

function ends({ table }: RandomTable) {
  return table.verdict ? [{ type: 'end', rule: undefined, reason: table.verdict.reason }] : [];
}

function played(game: RandomGame, afterEach: (random: RandomTable) => void = () => {}): RandomTable {
  const random = new RandomTable(game);
  for (const action of game.actions) {
    random.act(action);
    afterEach(random);
  }
  random.settle();
  afterEach(random);
  return random;
}

t.test('No tile is lost or made: hands, the bunch and what was removed are the whole bunch', async (t) => {
  const seen = census();
  const law = fc.property(games, (game) => {
    const { A, B, C } = game.bunch;
    const whole = 'A'.repeat(A) + 'B'.repeat(B) + 'C'.repeat(C);
    const random = played(game, ({ table }) => {
      const hands = table.state.players.map(({ seat, status, tiles }) => {
        if (status.is === 'playing') return lettersOf(tiles);
        return game.tiles === 'remove' ? table.hand(seat) : '';
      });
      equal(inOrder(hands.join('') + thingsIn(table.state.bunch).join('')), whole);
    });
    seen.add(random);
  });
  t.doesNotThrow(() => fc.assert(law, runs(1000)));
  const { counts } = seen;
  for (const kind of ['peel', 'dump', 'late', 'left', 'tiles', 'connected', 'word', 'number', 'byte'])
    t.ok(counts[kind]! > 10, `${kind}: ${counts[kind]} times`);
  for (const kind of ['bunch-empty', 'last-player', 'nobody-left'])
    t.ok(counts[kind]! > 10, `${kind}: ${counts[kind]} times`);
});

t.test('What a player was told, without what it dumped, is what it holds', async (t) => {
  const law = fc.property(games, (game) => {
    played(game, ({ table }) => {
      for (const { seat, status, tiles } of table.state.players)
        if (status.is === 'playing') equal(table.hand(seat), lettersOf(tiles));
    });
  });
  t.doesNotThrow(() => fc.assert(law, runs(400)));
});

t.test('Accepted peels are numbered one after the other', async (t) => {
  const law = fc.property(games, (game) => {
    const peels = played(game).table.events.filter(({ type }) => type === 'peel');
    for (const [index, { number }] of peels.entries()) equal(number, String(index + 1).padStart(3, '0'));
  });
  t.doesNotThrow(() => fc.assert(law, runs(300)));
});

t.test('Each numbered peel has one answer, in order, until its player or the game is out', async (t) => {
  let answered = 0;
  const law = fc.property(games, (game) => {
    const random = played(game);
    for (const [index, { asked, told }] of random.witnesses.entries()) {
      const answers = told.filter((text) => /^[+-]/.test(text)).map((text) => text.slice(1, 4));
      const whole = !random.table.verdict && random.isPlaying(index + 1);
      equal(answers.join(), asked.slice(0, whole ? undefined : answers.length).join());
      answered += answers.length;
    }
  });
  t.doesNotThrow(() => fc.assert(law, runs(500)));
  t.ok(answered > 500, `${answered} answers`);
});

t.test('A player has its tile before it learns that it was late', async (t) => {
  let late = 0;
  const law = fc.property(games, (game) => {
    for (const { told } of played(game).witnesses)
      for (const [index, text] of told.entries()) {
        if (text[0] !== '-') continue;
        const number = text.slice(1, 4);
        equal(
          told.slice(0, index).some((before) => /^[+=]/.test(before) && before.slice(1, 4) === number),
          true,
        );
        late++;
      }
  });
  t.doesNotThrow(() => fc.assert(law, runs(500)));
  t.ok(late > 100, `${late} late`);
});

t.test('A plain peel is judged, late or illegal just as the page counts its letters', async (t) => {
  const seen: Record<string, number> = {};
  const law = fc.property(games, (game) => {
    const random = new RandomTable({ ...game, window: 0 });
    const { table, witnesses } = random;
    for (const action of game.actions) {
      const before = witnesses.map(({ settled, dumped, sent }) => ({ settled, dumped, sent: [...sent] }));
      const hands = witnesses.map((_, index) => table.hand(index + 1));
      const count = table.events.length;
      const said = random.act(action);
      const event = table.events.slice(count).find(({ seat }) => seat === said?.seat);
      if (!said || !event) continue;
      const witness = witnesses[said.seat - 1]!;
      if (said.message[0] === 'p' && witness.dialect === 'r') {
        const letters = inOrder(said.message.slice(7).replace(/[^A-Z]/g, ''));
        const expected = plainVerdict(letters, before[said.seat - 1]!);
        const rule = event.type === 'offence' && event.rule === 'tiles' ? 'illegal' : event.type;
        equal(rule === 'late' || rule === 'illegal' ? rule : 'judged', expected);
        seen[expected] = (seen[expected] ?? 0) + 1;
      }
      if (event.type === 'dump') witness.dumped += String(event.letter);
      if (event.type !== 'peel') continue;
      witness.settled = hands[said.seat - 1]!;
      witness.dumped = '';
      witness.sent = witness.sent.slice(before[said.seat - 1]!.sent.length);
    }
  });
  t.doesNotThrow(() => fc.assert(law, runs(600)));
  for (const verdict of ['judged', 'late', 'illegal'])
    t.ok(seen[verdict]! > 10, `${verdict}: ${seen[verdict]}`);
});

/** B − D + M1 … Mn is judged, with fewer messages it is late, all else is illegal. */
function plainVerdict(
  letters: string,
  { settled, dumped, sent }: { settled: string; dumped: string; sent: readonly string[] },
): 'judged' | 'late' | 'illegal' {
  const hands = Array.from({ length: sent.length + 1 }, (_, count) =>
    inOrder(settled + sent.slice(0, count).join('')),
  );
  const wanted = inOrder(letters + dumped);
  if (hands.at(-1) === wanted) return 'judged';
  return hands.includes(wanted) ? 'late' : 'illegal';
}

function equal(one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}
