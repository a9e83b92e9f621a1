import t from 'tap';
import { Talk } from '../../host/bots/bananagrams/talk.ts';
import { PartReader } from '../../host/bots/lines.ts';
import { readOptions } from '../../players/bananagrams/options.ts';
import fc, { runs } from '../support/laws.ts';

const said = (talk: Talk, text: string) =>
  new PartReader('.')
    .read(text)
    .map((message) => talk.hear(message))
    .join('');

t.test('messages are the same wherever the reads are cut', async (t) => {
  const whole = 'EEEGG.+001R.=002S.-003.dQ.dAEZ.xWHAT?.+999.=000.Z.';
  const expected = new PartReader('.').read(whole);
  t.equal(expected.length, 10);
  fc.assert(
    fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
      const reader = new PartReader('.');
      const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
      const notices = at.flatMap((cut, index) => reader.read(whole.slice(cut, at[index + 1] ?? cut)));
      t.same(notices, expected);
    }),
    runs(50),
  );
});

t.test('a numbered peel has the number after the last that was told of, in three digits', async (t) => {
  const talk = new Talk('numbered');
  t.equal(talk.ready, 'n');
  t.notOk(talk.mayPeel, 'nothing is dealt');
  t.equal(said(talk, 'AB.'), 'AB');
  t.ok(talk.mayPeel);
  t.equal(talk.peel(['AB']), 'p001002001AB');
  t.notOk(talk.mayPeel, 'not the same hand twice');
  t.equal(said(talk, '+001R.'), 'R');
  t.equal(said(talk, '=002S.'), 'S');
  t.equal(talk.peel(['A', 'B']), 'p003001002AB');
  t.equal(said(talk, '+003E.=998F.=999G.'), 'EFG');
  t.equal(talk.peel(['AB']), 'p000002001AB', 'after 999 comes 000');
  said(talk, '+000T.');
  t.equal(talk.peel(['AB']), 'p001002001AB');
});

t.test('a late peel is offered again, with what was drawn, after its answer', async (t) => {
  const talk = new Talk('numbered');
  said(talk, 'AB.');
  talk.peel(['AB']);
  t.equal(said(talk, '=001R.'), 'R');
  t.notOk(talk.mayPeel, 'the first has no answer yet');
  said(talk, '-001.');
  t.ok(talk.mayPeel);
  t.equal(talk.peel(['ARB']), 'p002003001ARB');
});

t.test('no peel goes out while a dump is unanswered', async (t) => {
  for (const [dialect, answer, refusal] of [
    ['numbered', 'dAEZ.', 'dQ.'],
    ['plain', 'AEZ.', 'Q.'],
  ] as const) {
    const talk = new Talk(dialect);
    said(talk, 'ABQ.');
    t.equal(talk.dump('Q'), 'dQ');
    t.notOk(talk.mayPeel);
    t.equal(said(talk, answer), 'AEZ');
    t.ok(talk.mayPeel);
    t.equal(talk.refused, 0);
    talk.dump('Q');
    t.equal(said(talk, refusal), 'Q');
    t.ok(talk.mayPeel);
    t.equal(talk.refused, 1);
    talk.dump('Q');
    said(talk, refusal);
    t.equal(talk.refused, 2);
  }
});

t.test(
  'no peel goes out that is no grid, and no dump that is no letter: the host would wait for the rest',
  async (t) => {
    const expected =
      'a peel: expected rows of equal length, 1 to 999 of them with 1 to 999 cells, each A to Z or .;';
    for (const [rows, got] of [
      [['AC', 'T'], '["AC","T"]'],
      [[], '[]'],
      [[''], '[""]'],
      [['cat'], '["cat"]'],
      [['A', undefined], '["A",null]'],
      [new Array(1000).fill('A'), '["A","A'],
    ] as const) {
      const talk = new Talk('numbered');
      said(talk, 'ACT.');
      t.throws(() => talk.peel(rows as readonly string[]), {
        message: new RegExp(`^${escaped(`${expected} got ${got}`)}`),
      });
      t.ok(talk.mayPeel, 'nothing was sent');
    }
    for (const letter of ['OQT', 'q', ''])
      t.throws(() => new Talk('plain').dump(letter), {
        message: `a dump: expected one letter A to Z; got "${letter}"`,
      });
  },
);

const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');

t.test('in the plain dialect the letter of a peel is not taken for the answer to a dump', async (t) => {
  const talk = new Talk('plain');
  said(talk, 'ABQ.');
  talk.dump('Q');
  t.equal(said(talk, 'R.'), 'R');
  t.ok(talk.dumping);
  t.equal(said(talk, 'AEZ.'), 'AEZ');
  t.notOk(talk.dumping);
});

t.test('a plain peel carries no number, and any letter that comes ends the wait', async (t) => {
  const talk = new Talk('plain');
  t.equal(talk.ready, 'r');
  said(talk, 'AB.');
  t.equal(talk.peel(['AB']), 'p002001AB');
  t.notOk(talk.mayPeel);
  t.equal(said(talk, 'R.'), 'R');
  t.ok(talk.mayPeel);
});

t.test('the last peel ends the game, whoever made it', async (t) => {
  for (const last of ['+001.', '=001.']) {
    const talk = new Talk('numbered');
    said(talk, `AB.${last}`);
    t.ok(talk.over);
    t.notOk(talk.mayPeel);
  }
});

t.test('options: the dialect, a pause with its unit, a seed', async (t) => {
  t.same(readOptions([], undefined), {
    kind: 'options',
    options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '1' },
  });
  t.same(readOptions([], '12345678901234567890'), {
    kind: 'options',
    options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '12345678901234567890' },
  });
  t.same(readOptions(['--dialect', 'plain', '--pause=1.5s', '--seed', '7'], '1'), {
    kind: 'options',
    options: { dialect: 'plain', level: 'all', pauseMs: 1500, seed: '7' },
  });
  t.same(readOptions(['--pause', '0'], '1').kind, 'options');
  t.same(readOptions(['--help'], '1'), { kind: 'help' });
});

t.test('options that are wrong are answered with what would have been right', async (t) => {
  const problem = (...args: string[]) => {
    const reading = readOptions(args, '1');
    return reading.kind === 'problem' ? reading.problem : reading.kind;
  };
  t.match(problem('--dialect', 'pirate'), /numbered or plain; got pirate/);
  t.match(problem('--pause', '5'), /unit, such as 20ms or 1s; got 5/);
  t.match(problem('--pause'), /got nothing/);
  t.match(problem('--seed', 'x'), /whole number; got x/);
  t.match(problem('--toString', '1'), /no option --toString/);
  t.match(problem('fast'), /no option fast/);
});
