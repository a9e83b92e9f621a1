import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import { games } from '../../host/games/registry.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { run } from '../cli/wordhost.ts';
import type { SeenEvent } from '../seen-event.ts';
import { allOf } from '../support/all-of.ts';
import { expectOk } from '../support/expect-ok.ts';
import { engineGame, type Kind, list } from './engine/games.ts';

const root = join(import.meta.dirname, '..', '..');

for (const [kind, seeds] of [
  ['macondo', ['1', '2', '3']],
  ['magpie', ['1']],
] as const)
  t.test(`${kind}: whole games, move for move those of greedy, whoever begins`, async (t) => {
    for (const seed of seeds) {
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

t.test('with an empty bag a position has the tiles of the other', async (t) => {
  let known = 0;
  for (const seed of ['5', '6']) {
    const cwd = t.testdir(list);
    const options = ['--seed', seed, '--events', 'game.jsonl'];
    const { stderr } = await engineGame(cwd, 'macondo', {
      habit: 'positions 99',
      options,
      dictionary: 'english',
    });
    const record = expectOk(readRecord(join(cwd, 'game.jsonl'), games));
    const racks = ['', ''];
    const turns = (record.events as unknown as readonly SeenEvent[]).flatMap((event) => {
      if (event.rack !== undefined) racks[event.seat - 1] = event.rack;
      const [, bag] = /^bag (\d+)$/m.exec(event.type === 'out' && event.seat === 1 ? event.text : '') ?? [];
      return bag === undefined ? [] : { bag: Number(bag), racks: [...racks] };
    });
    const told = [...stderr.matchAll(/\S+ ([A-Z?]*)\/([A-Z?]*) \d+\/\d+ \d+ -?lex CELwordhost/g)].slice(1);
    t.equal(told.length, turns.length, stderr);
    for (const [index, { bag, racks: held }] of turns.entries()) {
      const [, own, other] = told[index]!;
      t.equal(own, held[0]);
      t.equal(other, bag === 0 ? held[1] : '', `seed ${seed}, turn ${index + 1} of the engine`);
      if (bag === 0) known++;
    }
  }
  t.ok(known >= 2, `${known} positions with an empty bag`);
});

// Without a sandbox they read it as the host does.
for (const level of ['auto', 'strict'] as const) {
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
  const { stderr } = await run(['scrabble', '--dictionary', 'words.txt', '--quiet', player, player], {
    cwd,
  });
  t.match(stderr, /[0-9a-f]{64}\.kwg/);
  const exported = ['lexicon', 'export', '--as', 'kwg', '--output', 'own.kwg', 'words.txt'];
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
      /starts like "1: 8H CAT", after "gen 1" within 0\.9 s; the engine wrote nothing/,
      'left',
    ],
    [
      'other 2',
      'magpie',
      /within 0\.9 s; its last output: .*"the best move is a secret", "finished generate"/,
      'left',
    ],
    ['error 2', 'macondo', /the engine answered "Error: no such thing" after "gen 1"/, 'left'],
    ['swap 2', 'magpie', /the engine's move "\(exch ZZ\)" is not legal: you do not have Z/, 'lost'],
    ['off 2', 'macondo', /the engine's move "16P CAT" is not legal: .*there is no square at P16/, 'lost'],
    [
      'phony 2',
      'macondo',
      /the engine's move "8H QXZ" is not valid: there is already [A-Z] on the square of letter \d of QXZ/,
      'left',
    ],
    ['passes', 'magpie', /(?:)/, 'lost'],
  ] as const satisfies readonly (readonly [string, Kind, RegExp, string])[]) {
    const { result, stderr } = await engineGame(t.testdir(list), kind, { habit, options: short });
    t.match(stderr, said, habit);
    t.equal(result?.players[0]?.outcome, outcome, `${habit}: ${stderr}`);
  }
});

t.test('what an engine does not know is found before the game', async (t) => {
  for (const [request, said] of [
    [{ own: '--lexicon NWL99' }, /the engine answered "Error: lexicon NWL99 not found"/],
    [{ habit: 'ends' }, /the engine exited with status 3/],
    [{ habit: 'silent', own: '--start-within 300ms' }, /within 0\.3 s; the engine wrote nothing/],
    [{ options: ['--board', 'infinite'] }, /supports boards with edges; the board infinite has none/],
    [
      { options: ['--board', 'hole'] },
      /has the board official; this game uses hole\. .*pass its name with --board/,
    ],
    [{ options: ['--tiles', 'course'] }, /has the tiles english; this game uses course\. .*with --tiles/],
    [
      { options: ['--tiles', 'english:2'] },
      /has the tiles english; this game uses a tile set without a name\. .*with --tiles/,
    ],
    [{ options: ['--handsize', '5'] }, /supports hands of 7 tiles; this game has hands of 5/],
    [{ options: ['--dictionary', 'none'] }, /needs a word list; .*words.*valid/],
  ] as const) {
    const { result, stderr } = await engineGame(t.testdir(list), 'macondo', request);
    t.match(stderr, said);
    t.match(result?.players[0], { outcome: 'failed' }, JSON.stringify(request));
  }
  const none = await run(['scrabble', '--quiet', 'wordhost player engine --kind magpie ./nonesuch', 'cat']);
  t.match(none.stderr, /the engine exited with status 127.*nonesuch: not found/);
});
