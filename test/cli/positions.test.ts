import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { judgeRecords } from '../oracle/python.ts';
import { without } from '../support/without.ts';
import { say } from './in-process.ts';
import { binary, type Outcome, resultsOf, run, usageError } from './wordhost.ts';

const wordhost = `'${process.execPath}' '${binary}'`;
const greedy = `exec ${wordhost} player greedy`;
const random = `exec ${wordhost} player random`;

const boardOf = (word: string) => `${'15/'.repeat(7)}7${word}${8 - word.length}${'/15'.repeat(7)}`;
const first = `${boardOf('HELLO')} ABCDEFG/ 100/20 0`;
const second = `${boardOf('CAT')} QQ/ 0/0 0`.replace('QQ', 'Q');

const league = `game: scrabble
seed: 1
format: { kind: round-robin, rounds: 2, mirrored: true }
options: { positions: two.cgp, max-turns: 4 }
players:
  - { name: Ada, command: ${JSON.stringify(greedy)} }
  - { name: Ben, command: ${JSON.stringify(random)} }
`;

t.test('games from positions', async (t) => {
  const cwd = t.testdir({
    'two.cgp': `# two of them\n${first}\n\n${second}\n`,
    'others.cgp': `${second}\n${first}\n`,
    'wrong.cgp': `${first}\n${boardOf('CAT')} QQ/ 0/0 0\n`,
    'league.yml': league,
    'boggle.yml': league.replace('scrabble', 'boggle').replace(/options.*\n/, ''),
  });
  const short = ['--max-turns', '4', '--seed', '1'];
  const players = ['--name', 'Ada', '--name', 'Ben', greedy, random];
  const positionsIn = (folder: string) =>
    readdirSync(join(cwd, folder))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(cwd, folder, name), 'utf8'))
      .map((text) => JSON.parse(text.slice(0, text.indexOf('\n'))))
      .map(
        ({ options, players }) => `${options.position} ${players.map((each: { name: string }) => each.name)}`,
      )
      .sort();
  const eachSeat = [first, second].flatMap((cgp) => [`${cgp} Ada,Ben`, `${cgp} Ben,Ada`]).sort();
  const ok = (outcome: Pick<Outcome, 'status' | 'stderr'>) => t.equal(outcome.status, 0, outcome.stderr);

  t.test('in a series each player has each seat in each of them, with several jobs too', async (t) => {
    for (const jobs of ['1', '2']) {
      const words = [
        ...'--games 4 --jobs'.split(' '),
        jobs,
        ...'--positions two.cgp --json --record'.split(' '),
        `jobs${jobs}`,
      ];
      const outcome = await run(['scrabble', ...words, ...short, '--mirrored', ...players], { cwd });
      t.equal(outcome.status, 1, 'the turns are up');
      t.same(positionsIn(`jobs${jobs}`), eachSeat);
      for (const { players } of resultsOf(outcome).filter(({ seed }) => seed === resultsOf(outcome)[0]!.seed))
        t.ok(Number(players[0]!.score) >= 100 && Number(players[1]!.score) >= 20, 'scores go on from there');
    }
    const records = readdirSync(join(cwd, 'jobs1')).map((name) => join('jobs1', name));
    const verified = await say(['replay', '--verify', ...records.slice(0, 1)], { cwd });
    t.match(verified, { status: 0, stdout: /verified\. All \d+ decisions reproduced/ });
    const replayed = await say(['replay', '--grids', records[0]!], { cwd });
    t.match(replayed.stdout, /begins with \d tiles on the board\n/);
    for (const form of ['html', 'svg', 'gcg', 'cgp', 'json'])
      t.match(
        await say(['export', '--as', form, '--output', `game.${form}`, records[0]!], { cwd }),
        { status: 0 },
        form,
      );
    ok(await say(['scrabble', '--positions', 'game.cgp', '--help'], { cwd }));
  });

  t.test('a second judge made from the docs agrees', { skip: without('python3') }, async (t) => {
    const records = readdirSync(join(cwd, 'jobs1')).map((name) => join(cwd, 'jobs1', name));
    const list = join(dirname(binary), 'lexicon', 'english.txt');
    t.match(judgeRecords([list], records).lines, [/^4 records, \d{2,} decisions: all right$/]);
  });

  t.test('a record whose position was changed is no longer right', async (t) => {
    const [name] = readdirSync(join(cwd, 'jobs1'));
    const text = readFileSync(join(cwd, 'jobs1', name!), 'utf8');
    const change = (was: string, is: string) => {
      writeFileSync(join(cwd, 'changed.jsonl'), text.replace(was, is));
      return say(['replay', '--verify', 'changed.jsonl'], { cwd });
    };
    t.match(await change('"position":"15/', '"position":"14A/'), { status: 1, stdout: /position/ });
    t.match(
      await change(
        '"type":"position","moves":[',
        '"type":"position","moves":[{"seat":1,"move":"","points":1},',
      ),
      { status: 1 },
    );
  });

  t.test('a comparison goes on with its positions, and no others', async (t) => {
    const compare = (games: string, positions: readonly string[]) =>
      run(
        [
          ...'compare scrabble --games'.split(' '),
          games,
          '--store',
          'compare.db',
          ...positions,
          ...short,
          ...players,
        ],
        { cwd },
      );
    const begun = await compare('2', ['--positions', 'two.cgp']);
    t.equal(begun.status, 0, begun.stderr);
    const others = [['--positions', 'others.cgp'], [], ['--position', first]];
    for (const positions of others) {
      t.match(await compare('4', positions), {
        status: 2,
        stderr: /belongs to another comparison: options\.positions? was .*, and is .* now/,
      });
    }
    writeFileSync(join(cwd, 'same.cgp'), `${first}\n${second}\n`);
    const resumed = await compare('4', ['--positions', 'same.cgp']);
    t.equal(resumed.status, 0, resumed.stderr);
    t.match(resumed.stderr, /has 2 games from an earlier run; resuming/);
    const exported = await say(['store', 'export', '--records', 'compared', 'compare.db'], { cwd });
    ok(exported);
    t.same(positionsIn('compared'), eachSeat);
  });

  t.test('a tournament has them from its file, or from the command line', async (t) => {
    const play = (...words: string[]) => run(['tournament', '--quiet', ...words], { cwd });
    ok(await play('league.yml'));
    ok(await say(['store', 'export', '--records', 'league', 'league.db'], { cwd }));
    t.same(positionsIn('league'), eachSeat);
    const other = await play('--positions', 'others.cgp', 'league.yml');
    t.equal(other.status, 2);
    t.match(other.stderr, /options\.positions was "2 lines, SHA-256 \w+" and is "2 lines, SHA-256 \w+"/);
    ok(await play('--positions', 'others.cgp', '--store', 'other.db', 'league.yml'));
    const boggle = await play('--positions', 'two.cgp', 'boggle.yml');
    t.match(boggle, { status: 2, stderr: /--positions: boggle has no such option: leave out --positions/ });
  });

  t.test('the command that plays a game again says its position', async (t) => {
    const words = ['--games', '4', '--positions', 'two.cgp', '--mirrored', '--json', ...short];
    const { stderr } = await run(
      [
        'scrabble',
        ...words,
        ...'--name Ada --name Ben'.split(' '),
        greedy,
        'echo ready; echo nonsense; exec sleep 60',
      ],
      { cwd },
    );
    const commands = stderr.match(/wordhost scrabble .*/g) ?? [];
    t.ok(commands.length > 0, stderr);
    t.match(commands[0], `--position '${first}'`);
    t.notMatch(commands[0], '--positions');
  });

  const wrong: readonly (readonly [words: readonly string[], said: string])[] = [
    [
      ['scrabble', '--positions', 'wrong.cgp'],
      '--positions: line 2: board and racks: expected at most 1 of the tile Q; got 2',
    ],
    [['compare', 'scrabble', '--positions', 'wrong.cgp'], '--positions: line 2: board and racks'],
    [['scrabble', '--positions', 'none.cgp'], '--positions: cannot read none.cgp: no such file'],
    [
      ['scrabble', '--positions', 'league.yml'],
      '--positions: league.yml: line 1: character 15: expected four parts',
    ],
    [['scrabble', '--position', 'HELLO'], '--position: character 6: expected four parts'],
    [
      ['scrabble', '--board', 'infinite', '--positions', 'two.cgp'],
      '--positions: line 2: a position in rows needs a finite board; the board infinite has no edges',
    ],
  ];
  for (const [words, said] of wrong)
    t.test(`${words.join(' ')} is refused`, async (t) => {
      t.match(await say([...words, ...players], { cwd }), usageError(said));
    });
});
