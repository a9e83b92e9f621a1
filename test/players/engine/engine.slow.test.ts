import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { probeSandbox } from '../../../host/seats/process/sandbox/probe-sandbox.ts';
import { run } from '../../cli/wordhost.ts';
import { allOf } from '../../support/all-of.ts';
import { engineGame, type Kind, list } from './games.ts';

const root = join(import.meta.dirname, '..', '..', '..');

for (const kind of ['macondo', 'magpie'] as const)
  t.test(`${kind}: whole games, move for move those of greedy, whoever begins`, async (t) => {
    for (const seed of ['1', '2', '3']) {
      const { result, stderr } = await engineGame(t.testdir(list), kind, { options: ['--seed', seed] });
      t.match(result, { reason: /^(played-out|scoreless)$/ }, stderr);
      t.notMatch(stderr, /not legal/);
      t.same(
        result?.players
          .map(({ outcome }) => outcome)
          .filter((outcome) => !['won', 'lost', 'draw'].includes(outcome)),
        [],
      );
    }
  });

t.test('a position has the scores and how many turns in a row brought nothing', async (t) => {
  const passing = "sed -u -n 's/^turn [^ ]* /@/p; /^end$/s/.*/ready/p' | sed -u 's/^@.*/& pass/'";
  const { stderr } = await engineGame(t.testdir(list), 'macondo', {
    habit: 'positions 9',
    options: ['--seed', '5', '--max-turns', '8'],
    other: passing,
  });
  const positions = [...stderr.matchAll(/\S+ [A-Z?]+\/ (\d+)\/(\d+) (\d+) lex CELwordhost/g)];
  const told = positions.map(([, own, other, scoreless]) => [own, other, scoreless].map(Number));
  t.same(told[0], [0, 0, 0], 'the opening hand');
  t.ok(told.length > 3, stderr);
  t.ok(allOf(told.slice(2), ([own, other]) => own! > 0 && other === 0));
  t.ok(
    allOf(told.slice(1), ([, , scoreless]) => scoreless! <= 1),
    JSON.stringify(told),
  );
});

for (const level of ['auto', 'strict', 'process', 'off'] as const) {
  const sandbox = await probeSandbox(level);
  const skip = 'problem' in sandbox ? sandbox.problem : false;
  t.test(`the KWG file of the list can be read by players: ${level}`, { skip }, async (t) => {
    const cwd = t.testdir(list);
    const options = ['--sandbox', level, ...(level === 'strict' ? ['--readable', root] : [])];
    const { result, stderr } = await engineGame(cwd, 'macondo', { options });
    t.match(result, { reason: /^(played-out|scoreless)$/ }, stderr);
  });
}

t.test('WORDHOST_KWG is the list of the game, and only of games whose players want it', async (t) => {
  const cwd = t.testdir(list);
  const player = 'cp "$WORDHOST_KWG" kwg; echo $WORDHOST_KWG >&2; exit 1';
  const { stderr } = await run(['scrabble', '--dictionary', 'words.txt', '--quiet', player, player], { cwd });
  t.match(stderr, /[0-9a-f]{64}\.kwg/);
  const exported = ['lexicon', 'export', '--to', 'kwg', '--out', 'own.kwg', 'words.txt'];
  await run(exported, { cwd });
  t.ok(readFileSync(join(cwd, 'kwg')).equals(readFileSync(join(cwd, 'own.kwg'))));
  const other = 'echo "KWG=$WORDHOST_KWG" >&2; exit 1';
  for (const args of [
    ['scrabble', '--dictionary', 'none'],
    ['boggle', '--dictionary', 'words.txt'],
  ]) {
    const outcome = await run([...args, '--quiet', other, other], { cwd });
    t.match(outcome.stderr, /KWG=\n/, args.join(' '));
  }
});

t.test('what an engine does wrong in a game is said in words', async (t) => {
  const short = ['--timeout', '1s'];
  for (const [habit, kind, said, outcome] of [
    [
      'silent 2',
      'macondo',
      /begins as in "1: 8H CAT", after "gen 1" and within 0\.9 s; the engine said nothing/,
      'left',
    ],
    [
      'other 2',
      'magpie',
      /within 0\.9 s; it said at last .*"the best move is a secret", "finished generate"/,
      'left',
    ],
    ['error 2', 'macondo', /the engine says "Error: no such thing" after "gen 1"/, 'left'],
    ['swap 2', 'magpie', /the engine's move "\(exch ZZ\)" is not legal: you do not have Z/, 'lost'],
    ['off 2', 'macondo', /the engine's move "16P CAT" is not legal: .*there is no square at P16/, 'lost'],
    ['phony 2', 'macondo', /the engine's move "8H QXZ": [A-Z] lies where letter \d of QXZ is/, 'left'],
    ['passes', 'magpie', /(?:)/, 'lost'],
  ] as const satisfies readonly (readonly [string, Kind, RegExp, string])[]) {
    const { result, stderr } = await engineGame(t.testdir(list), kind, { habit, options: short });
    t.match(stderr, said, habit);
    t.equal(result?.players[0]?.outcome, outcome, `${habit}: ${stderr}`);
  }
});

t.test('what an engine does not know is found before the game', async (t) => {
  for (const [request, said] of [
    [{ own: '--lexicon NWL99' }, /the engine says "Error: lexicon NWL99 not found"/],
    [{ habit: 'ends' }, /the engine has ended, with exit status 3/],
    [{ habit: 'silent', own: '--start-within 300ms' }, /within 0\.3 s; the engine said nothing/],
    [{ options: ['--board', 'infinite'] }, /plays on boards with edges; the board infinite has none/],
    [
      { options: ['--board', 'hole'] },
      /knows the board official; got hole: .*say its name there with --board/,
    ],
    [{ options: ['--tiles', 'course'] }, /knows the tiles english; got course: .*with --tiles/],
    [
      { options: ['--tiles', 'english:2'] },
      /knows the tiles english; got others, without a name: .*with --tiles/,
    ],
    [{ options: ['--handsize', '5'] }, /plays with hands of 7 tiles; got 5/],
    [{ options: ['--dictionary', 'none'] }, /plays with a word list; here all words go/],
  ] as const) {
    const { result, stderr } = await engineGame(t.testdir(list), 'macondo', request);
    t.match(stderr, said);
    t.match(result?.players[0], { outcome: 'failed' }, JSON.stringify(request));
  }
  const none = await run(['scrabble', '--quiet', 'wordhost player engine --kind magpie ./nonesuch', 'cat']);
  t.match(none.stderr, /the engine has ended, with exit status 127.*nonesuch: not found/);
});
