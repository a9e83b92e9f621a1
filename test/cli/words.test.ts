import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { botsInFolder } from '../../host/cli/commands/check/find-bots.ts';
import { checkStore } from '../../host/cli/commands/store/check.ts';
import { FollowedStore } from '../../host/cli/commands/watch.ts';
import { preparedReminders } from '../../host/cli/games/boggle/serve.ts';
import { hintForForeign, refuseUnknown } from '../../host/cli/parse.ts';
import { repeatCommand } from '../../host/cli/reports/repeat.ts';
import {
  checkCommands,
  checkWhole,
  entriesOf,
  entryOf,
  nameIn,
  playersOf,
} from '../../host/cli/series/players.ts';
import { rosterLines } from '../../host/cli/tournament/roster.ts';
import { visibleLines } from '../../host/core/text.ts';
import type { Result } from '../../host/events/result.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { perPlayer } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { type Jobs, settleJobs } from '../../host/runs/jobs.ts';
import { mergeStore } from '../../host/runs/store/merge-stores.ts';
import { unfitGame } from '../../host/runs/store/stored-runs.ts';
import { TestPath } from '../../host/serve/watch/run-views.ts';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { readPlayers } from '../../host/settings/config/players-in-file.ts';
import type { TestState } from '../../host/tournament/comparison.ts';
import type { FormatKind } from '../../host/tournament/formats/format.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import { outcomeOf } from '../../host/tournament/standings.ts';
import { type StoredTournament, tournamentOf } from '../../host/tournament/stored-tournament.ts';
import { readTournament } from '../../host/tournament/tournament-file.ts';
import { gamesOf, openedToRead, openedToWrite } from '../runs/store/opened.ts';
import fc, { runs } from '../support/laws.ts';
import { plain } from '../tournament/schedule/play-out.ts';
import { gameOf } from '../views/tournament/made-up.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';

t.test('bots in folder', async (t) => {
  const folder = t.testdir({
    'ada.py': 'print()\n',
    'ben.py': '#!/usr/bin/env python3\n',
    carl: '\x7fELF',
    'dora.mjs': '',
    'her bot.sh': '',
    'no.md': '',
    'source.c': '',
    '.hidden.py': '',
    emil: { 'player.py': '', 'words.py': '' },
    fred: { 'game.rb': '', notes: '' },
    gina: { 'a.py': '', 'b.py': '' },
    hugo: { 'a.c': '' },
  });
  for (const name of ['ben.py', 'carl']) chmodSync(join(folder, name), 0o755);

  const { bots, others } = botsInFolder(folder);
  const commands = new Map(bots.map(({ name, command }) => [name, command.replaceAll(folder, '.')]));

  t.test('Each program and each script in a folder is a bot, and each folder with one', async (t) => {
    t.same(
      [...commands],
      [
        ['ada.py', 'python3 ./ada.py'],
        ['ben.py', './ben.py'],
        ['carl', './carl'],
        ['dora.mjs', 'node ./dora.mjs'],
        ['emil', 'cd ./emil && python3 ./player.py'],
        ['fred', 'cd ./fred && ruby ./game.rb'],
        ['her bot.sh', `sh '${folder}/her bot.sh'`.replaceAll(folder, '.')],
      ],
    );
  });

  t.test('What is no bot is named, with the reason where that helps', async (t) => {
    t.same(others, [
      'gina/ (a.py, b.py are executable: rename one of them to bot, player, main or run)',
      'hugo/ (it has no executable program)',
      'no.md',
      'source.c',
    ]);
  });

  t.test('A folder that is named without a slash is no command on the PATH', async (t) => {
    t.match(commands.get('carl'), /\//);
  });
});

t.test('equal names', async (t) => {
  t.test('equal names get a number, and no two players have the same name', async (t) => {
    const names = (commands: readonly string[], given: readonly string[] = []) =>
      entriesOf(commands, given).map(({ name }) => name);
    t.same(names(['./a', './a', './b', './a']), ['./a', './a #2', './b', './a #3']);
    t.same(names(['./a', './b', './c'], ['x', 'x']), ['x', 'x #2', './c']);
    t.same(names(['1', '2', '3'], ['x #2', 'x', 'x']), ['x #2', 'x', 'x #3']);
  });
});

t.test('followed store', async (t) => {
  const names = ['new', 'old'];
  const compared = {
    ...{ kind: 'compare', game: 'scrabble', seed: 'spring', notWorse: false },
    players: names.map((name) => ({ name })),
    test: { model: 'normalized', elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 },
  };

  /** The figures as people read them. */
  function read({ shown }: FollowedStore): string {
    return `${shown.progress()} ${shown.figures().text}`;
  }

  const pathIn = (text: string) => /aria-label="(Log likelihood ratio: [^"]*)"/.exec(text)?.[1];

  /** Keeps games of a comparison, each with its seats changed in the second of a pair. */
  async function keep(
    path: string,
    numbers: readonly number[],
    isBad = (_number: number) => false,
  ): Promise<void> {
    await using store = await openedToWrite(path);
    if ((await store.file()) === undefined)
      await store.saveFile({ text: '', canonical: JSON.stringify(compared) });
    for (const number of numbers) {
      const [one, other] = number % 2 === 1 ? [0, 1] : [1, 0];
      const { result } = gameOf(names, number, one, other, isBad(number));
      await store.save({ number, id: result.id, result: JSON.stringify(result) });
    }
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  t.test('a comparison comes to the same whatever the order in which its games come', async (t) => {
    const folder = t.testdir({});
    const [path, disordered] = [join(folder, 'one.db'), join(folder, 'other.db')];
    await keep(path, upTo(20));
    await using whole = await openedToRead(path);
    const atOnce = await FollowedStore.open(whole, path, games);
    t.equal((await atOnce.read()).length, 20);
    t.match(read(atOnce), '20 games played');
    t.match(pathIn(read(atOnce)), /after 20 games/);

    await keep(disordered, [2, 1]);
    await using growing = await openedToRead(disordered);
    const followed = await FollowedStore.open(growing, disordered, games);
    t.same(
      (await followed.read()).map(({ number }) => number),
      [1, 2],
    );
    for (const numbers of [[4, 3], [6, 8], [5, 7], upTo(20)]) {
      await keep(disordered, numbers);
      await followed.read();
    }
    t.equal(read(followed), read(atOnce));
    t.same(await followed.read(), [], 'each game comes once');
  });

  t.test('games after the one that decided a comparison do not change its answer', async (t) => {
    const path = join(t.testdir({}), 'decided.db');
    await keep(path, upTo(8), (number) => number === 6);
    await using store = await openedToRead(path);
    const followed = await FollowedStore.open(store, path, games);
    t.equal((await followed.read()).length, 8);
    t.match(read(followed), /(NEW|new) committed an offense: the comparison ended after 6 games/);

    await using writer = await openedToWrite(path);
    await writer.saveFile({ text: '', canonical: JSON.stringify({ ...compared, offences: 'count' }) });
    t.same(await followed.read(), []);
    t.match(read(followed), '8 games played');
    t.notMatch(read(followed), 'committed');
  });

  t.test('a tournament that gets more rounds has more games planned', async (t) => {
    const path = join(t.testdir({}), 'league.db');
    const made = { names: ['ada', 'ben', 'cyd'], rounds: 1 };
    await keepMadeUp(path, made);
    await using store = await openedToRead(path);
    const followed = await FollowedStore.open(store, path, games);
    await followed.read();
    t.match(read(followed), '3 games played');
    const grown = await keepMadeUp(path, { ...made, rounds: 2, games: 4 });
    t.equal(grown, 4);
    t.same(
      (await followed.read()).map(({ number }) => number),
      [4],
    );
    t.match(read(followed), '4 of 6 games played');
  });

  t.test('a store of a game that is not known here, or of nothing, is refused in a sentence', async (t) => {
    const path = join(t.testdir({}), 'other.db');
    await using store = await openedToWrite(path);
    await t.rejects(FollowedStore.open(store, path, games), /the store is empty/);
    await store.saveFile({ text: '', canonical: JSON.stringify({ ...compared, game: 'chess' }) });
    await t.rejects(
      FollowedStore.open(store, path, games),
      /this version of wordhost does not know the game "chess"/,
    );
  });
});

t.test('merged tournaments', async (t) => {
  const names = ['ada', 'ben', 'cat', 'dan'];
  const folder = t.testdir({});

  function tournament(kind: FormatKind): StoredTournament {
    return {
      ...{ wordhost: 1, kind: 'tournament', name: 'Cup', game: 'scrabble', seed: 's', options: {} },
      ...{ offender: 'lose', dictionary: null, from: 1, begins: true },
      players: names.map((name) => ({ name, command: `./${name}`, options: {} })),
      format: { ...plain, kind, rounds: kind === 'knockout' ? 1 : 3 },
    };
  }

  interface Run {
    readonly name: string;
    readonly kind: FormatKind;
    /** So many games, or all but these. */
    readonly most?: number;
    readonly without?: readonly number[];
    /** By the number of a game the seat of its winner. */
    winner(number: number): 1 | 2;
  }

  /** A store of one run of the tournament, in which these have won. Answers where it is. */
  async function played({ name, kind, most = 100, without = [], winner }: Run): Promise<string> {
    const path = join(folder, `${kind}-${name}.db`);
    await using store = await openedToWrite(path);
    const kept = tournament(kind);
    await store.saveFile({ text: '', canonical: JSON.stringify(kept) });
    const schedule = new Schedule(tournamentOf([kept]));
    for (let number = 1; number <= most; number++) {
      const [game] = schedule.due();
      if (game === undefined) break;
      const result = resultOf(game.number, name, game.players, winner(game.number));
      schedule.take(game.number, outcomeOf(result));
      if (without.includes(game.number)) continue;
      const text = JSON.stringify({ number: game.number, ...result });
      await store.save({ number: game.number, id: result.id, result: text });
    }
    return path;
  }

  /** As long as an id is. */
  const idOf = (run: string, number: number) => `${run}-${number}`.padEnd(21, '-');

  function resultOf(number: number, run: string, players: readonly number[], winner: 1 | 2): Result {
    return {
      ...{ wordhost: 1, id: idOf(run, number), game: 'scrabble', seed: `s-${number}` },
      ...{ outcome: 'won', winner, reason: 'played-out', startedAt: '2026-11-20T12:00:00.000Z', ms: 1 },
      ...{ sandbox: 'none', gates: 0, unpolledGates: 0 },
      players: players.map((player, index) => ({
        ...{ seat: index + 1, entry: player + 1, name: names[player]!, command: `./${names[player]}` },
        outcome: index + 1 === winner ? 'won' : 'lost',
        ...{ thinkMs: 1, cpuMs: null, maxRssKb: null, exit: null },
      })),
    };
  }

  async function merged(into: string, from: string) {
    await using store = await openedToWrite(into);
    await using other = await openedToRead(from);
    return await mergeStore(store, other, unfitGame);
  }

  async function keptIn(path: string): Promise<readonly string[]> {
    await using store = await openedToRead(path);
    return (await gamesOf(store)).map(({ id }) => id);
  }

  async function problemsIn(path: string) {
    await using store = await openedToRead(path);
    return await checkStore(store, { verify: undefined, progress: () => {} });
  }

  for (const kind of ['swiss', 'knockout', 'ladder'] as const)
    t.test(
      `${kind}: games whose pairing does not follow from the results of a store are not taken`,
      async (t) => {
        const into = await played({ name: 'into', kind, most: 1, winner: () => 1 });
        const other = await played({ name: 'other', kind, winner: () => 2 });
        t.match(await merged(into, other), {
          ok: false,
          unfit: /^game \d was between \w+, \w+, and that does not/,
        });
        t.same(await keptIn(into), [idOf('into', 1)], 'nothing was written');
        t.same((await problemsIn(into)).problems, []);
        const same = await played({ name: 'same', kind, winner: () => 1 });
        const games = (await keptIn(same)).length;
        t.same(await merged(into, same), { ok: true, kept: games - 1, before: 1 }, 'those that follow are');
        t.same((await problemsIn(into)).problems, []);
      },
    );

  t.test('of a store with another game nothing is taken, neither of those before it', async (t) => {
    const into = await played({ name: 'gap', kind: 'swiss', most: 4, without: [3], winner: () => 1 });
    const other = await played({ name: 'differs', kind: 'swiss', winner: () => 2 });
    t.match(await merged(into, other), { ok: false, differing: 4 });
    t.same(await keptIn(into), [idOf('gap', 1), idOf('gap', 2), idOf('gap', 4)]);
  });

  t.test('a conflict in the middle takes back what was written before it', async (t) => {
    const into = await played({ name: 'twice', kind: 'round-robin', most: 1, winner: () => 1 });
    await using store = await openedToWrite(into);
    async function* games() {
      yield { number: 2, id: 'new', result: '{}' };
      yield { number: 3, id: idOf('twice', 1), result: '{}' };
    }
    t.match(await store.saveAll([], games()), { ok: false, fault: { kind: 'conflict' } });
    t.same(
      (await gamesOf(store)).map(({ id }) => id),
      [idOf('twice', 1)],
    );
    async function* broken() {
      yield { number: 2, id: 'new', result: '{}' };
      throw new Error('the other store ends');
    }
    await t.rejects(store.saveAll([], broken()), { message: 'the other store ends' });
    t.equal((await store.counts()).games, 1);
    t.same(await store.save({ number: 2, id: 'new', result: '{}' }), { ok: true, isNew: true }, 'it goes on');
  });

  t.test(
    'a check finds a game that is missing, or does not follow, and says which games there are',
    async (t) => {
      const gap = await played({ name: 'gone', kind: 'ladder', without: [2], winner: () => 1 });
      t.match(await problemsIn(gap), {
        numbers: [
          [1, 1],
          [3, Number],
        ],
        problems: [{ number: 3, problem: 'it was between ben, cat, and game 2 before it is missing' }],
      });
      const robin = await played({ name: 'gone', kind: 'round-robin', without: [2], winner: () => 1 });
      t.same((await problemsIn(robin)).problems, [], 'where nothing follows from it, nothing is wrong');
    },
  );
});

t.test('player commands', async (t) => {
  const refused = (commands: readonly string[]) => {
    try {
      checkCommands(commands, 'wordhost race');
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  t.test('a command that was not put in quotes is refused, and written as it was meant', async (t) => {
    t.equal(
      refused(['python3', 'bot.py']),
      'player 1 is python3 alone, and bot.py is a separate player: put the command in quotes: wordhost race "python3 bot.py"',
    );
    t.match(
      refused(['./mine', 'ruby', "it's.rb", 'node', 'a.mjs', './b']),
      `put the command in quotes: wordhost race ./mine 'ruby it'\\''s.rb' "node a.mjs" ./b`,
    );
    t.match(
      refused(['./mine', 'python3']),
      /player 2 is python3 alone, .* in quotes: wordhost race "python3 FILE"$/,
    );
    t.match(refused(['./mine', ' ']), 'player 2 is an empty command');
    for (const fine of [
      ['python3 bot.py', 'node bot.mjs'],
      ['./python3', 'cat'],
    ])
      t.equal(refused(fine), undefined, fine.join(' '));
  });

  t.test('the address of a web bot is answered by how that sits down', async (t) => {
    t.equal(
      refused(['./mine', 'http://127.0.0.1:9000/rpc']),
      'player 2 is an address: to use a bot that is a web server, write "wordhost player merknera http://127.0.0.1:9000/rpc"',
    );
    t.equal(refused(['./mine', 'wordhost player merknera http://127.0.0.1:9000/rpc']), undefined);
    t.throws(
      () => checkWhole('https://example.org/bot', 'league.yml: players[0].command'),
      /^league\.yml: players\[0\]\.command: an address: .*"wordhost player merknera https:\/\/example\.org\/bot"$/,
    );
  });

  t.test('an option by its name in other programs is answered by its name here', async (t) => {
    const known = ['games', 'dictionary', 'rotate', 'json'];
    t.equal(hintForForeign('rounds', known), '; in this command it is --games');
    t.equal(hintForForeign('n', known), '; in this command it is --games');
    t.equal(hintForForeign('lexicon', known), '; in this command it is --dictionary');
    t.equal(hintForForeign('out', ['record']), '; in this command it is --record');
    t.equal(hintForForeign('out', ['to', 'output']), '; in this command it is --output');
    t.match(
      hintForForeign('html', known),
      /: pages are made after the games: wordhost report STORE --as html .*; wordhost export RECORD --output FILE\.html/,
    );
    t.equal(hintForForeign('noswap', known), '; in this command it is --no-rotate');
    t.match(hintForForeign('concurrency', known), /^: games are played one at a time/);
    t.equal(hintForForeign('tc', known), undefined, 'this command has no such option');
    t.equal(hintForForeign('constructor', known), undefined);
  });

  t.test('an unknown option after a player may be one of the player', async (t) => {
    const command = { operands: { areCommands: true } } as never;
    const known = { table: { games: {} }, elsewhere: async () => undefined } as never;
    const words = { unknown: ['--fast=3'], operands: ['./bot', './other'] } as never;
    await t.rejects(
      refuseUnknown(['--games', '3', './bot', '--fast=3', './other'], words, command, known),
      'unknown option --fast; if it is for ./bot, put it inside the quotes of that command: "./bot --fast=3 …"',
    );
    await t.rejects(
      refuseUnknown(
        ['--gamse', './bot'],
        { unknown: ['--gamse'], operands: ['./bot'] } as never,
        command,
        known,
      ),
      'unknown option --gamse; did you mean --games? (--help lists all options; words after -- are players)',
    );
  });

  t.test('a person is called by the name in its command, and a program by its command', async (t) => {
    for (const [command, name] of [
      ['wordhost player human', 'you'],
      ['wordhost player human --name Ada', 'Ada'],
      ["wordhost player human --terminal /dev/pts/3 --name='Ada L.'", 'Ada L.'],
      ['npx wordhost player human --name "Ada L."', 'Ada L.'],
      ['wordhost player greedy --name Ada', 'wordhost player greedy --name Ada'],
      ['./bot --like player humanoid', './bot --like player humanoid'],
    ] as const)
      t.equal(nameIn(command), name);
  });
});

t.test('players', async (t) => {
  interface Wanted {
    readonly line?: readonly string[];
    readonly file?: readonly unknown[];
    readonly names?: readonly string[];
    readonly folders?: readonly string[];
    readonly copies?: number;
    readonly seats?: readonly string[];
  }

  function players({ line = [], file, names = [], folders = [], copies = 1, seats = [] }: Wanted) {
    const call = {
      operands: line,
      players: file && readPlayers('match.yaml', file, perPlayer(boggle.options, 'turns')),
    };
    const settings = { series: { names, copies, seats }, hosting: { folders } };
    return playersOf(call, settings as never, 'boggle');
  }

  const named = (wanted: Wanted) => players(wanted).map(({ name }) => name);
  const refused = (wanted: Wanted) => {
    try {
      players(wanted);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  t.test('copies are told apart by a number, and have all that was said once', async (t) => {
    t.same(named({ line: ['./a', './b'], copies: 2 }), ['./a', './a #2', './b', './b #2']);
    t.same(named({ line: ['./a', './b'], copies: 2, names: ['x', 'x'] }), ['x', 'x #2', 'x #3', 'x #4']);
    const twice = players({ line: ['./a', './b'], copies: 2, folders: ['one', 'two'] });
    t.same(
      twice.map(({ own }) => own.cwd),
      ['one', 'one', 'two', 'two'],
    );
    const file = ['./a', { command: './b', name: 'b', copies: 1 }];
    t.same(named({ file, copies: 3 }), ['./a', './a #2', './a #3', 'b'], 'what a player says goes before');
  });

  t.test('seats are taken by number or name, in this order', async (t) => {
    const file = ['./a', { command: './b', name: 'b' }, './c'];
    const seated = players({ file, seats: ['3', 'b'] });
    t.same(
      seated.map(({ name, number }) => [name, number]),
      [
        ['./c', 3],
        ['b', 2],
      ],
    );
    t.same(named({ line: ['./a', './b'], seats: ['./b', '1'] }), ['./b', './a']);
    t.equal(
      refused({ file, seats: ['4'] }),
      '--seat: expected the number or the name of one of 3 players; got "4"',
    );
    t.equal(
      refused({ file, seats: ['2', 'b'] }),
      '--seat: b cannot have two seats; use --copies to start it more than once',
    );
  });

  t.test('a player of a file has its own folder, variables and limits', async (t) => {
    const { PATH } = process.env;
    const [, player] = players({
      file: ['./a', { command: './b', cwd: 'b', env: ['A=1', 'PATH'], memory: '1G' }],
    });
    t.same(player!.own, { cwd: 'b', variables: { A: '1', PATH }, memoryCap: 2 ** 30 });
    t.equal(player!.where('cwd'), 'match.yaml: players[1].cwd');
    t.equal(
      refused({ file: [{ command: './a', env: ['WORDHOST_SEAT=1'] }] }),
      'match.yaml: players[0].env WORDHOST_SEAT=1: names that start with WORDHOST_ are reserved for the host; use another name',
    );
    t.match(
      refused({ file: ['python3'] }),
      /^match\.yaml: players\[0\]\.command: python3 alone would read .*`command: python3 FILE`$/,
    );
  });

  t.test('players are on the command line or in a file, with all that is said of each', async (t) => {
    const file = ['./a'];
    t.equal(
      refused({ file, line: ['./b'] }),
      'match.yaml has players, and so does the command line (./b): use one or the other. To choose players of the file, use --seat',
    );
    t.match(
      refused({ file, names: ['x'] }),
      /^match\.yaml has players, and --name gives other names: .* `name` for each player in the file$/,
    );
    t.match(
      refused({ file, folders: ['a', 'b'] }),
      /and --cwd gives one for each player: .* `cwd` for each player in the file$/,
    );
    t.same(named({ file, folders: ['all'] }), ['./a']);
  });

  t.test(
    'options of the game that a player has of its own go with it, into each of its copies',
    async (t) => {
      const file = ['./a', { command: './b', copies: 2, timeout: '10s', memory: '1G' }];
      t.same(players({ file, seats: ['3', '1', '2'] }).map(entryOf), [
        { name: './b #2', command: './b', options: { timeout: 10e9 } },
        { name: './a', command: './a' },
        { name: './b', command: './b', options: { timeout: 10e9 } },
      ]);
    },
  );
});

t.test('ratio path', async (t) => {
  const at = (games: number, llr: number) => ({ games, anytime: null, sprt: { llr } as TestState });

  t.test(
    'the path of a long comparison has a bounded number of points, its first and its newest among them',
    async (t) => {
      const path = new TestPath();
      path.take({ games: 0, anytime: null, sprt: null });
      t.same(path.points(0), [], 'nothing is tested');
      for (let games = 1; games <= 20_000; games++) {
        path.take(at(games, games / 10_000));
        path.take(at(games, 99));
      }
      const points = path.points(0);
      t.ok(points.length <= 1001, `${points.length} points`);
      t.ok(points.length > 400, `${points.length} points`);
      t.same(points[0], [1, 0.0001]);
      t.same(points.at(-1), [20_000, 2]);
      const steps = new Set(points.slice(1, -1).map(([games], index) => games - points[index]![0]));
      t.equal(steps.size, 1, 'all as far from each other');
    },
  );
});

t.test('repeated file', async (t) => {
  type Texts = Readonly<Record<string, readonly string[]>>;

  /** `beside`: on the line and in variables; `inFile`: in the file with the players. */
  function repeated(beside: Texts, inFile: Texts) {
    const call = {
      textsOf: (name: string) => beside[name] ?? inFile[name],
      textsBesideFile: (name: string) => beside[name],
      placeHere: () => undefined,
      players: { path: 'my match.yaml', players: [] },
    };
    const players = [4, 2].map((number) => ({ number, own: {} }));
    const seats = [{ entry: 2 }, { entry: 1 }];
    return repeatCommand(boggle, { call, players }, { seed: 's', players: seats } as never);
  }

  t.test(
    'players of a file are seated as they were, and what the file says is not written out',
    async (t) => {
      t.equal(
        repeated({ memory: ['1G'], copies: ['3'] }, { env: ['SECRET=x'], time: ['9s'], name: ['x'] }),
        "wordhost boggle --config 'my match.yaml' --memory 1G --copies 3 --seed s --seat 2 --seat 4 --record games",
      );
    },
  );

  t.test('one game is played, whatever the file says, and its standings are left alone', async (t) => {
    t.match(
      repeated({}, { games: ['100'], standings: ['all.json'] }),
      ' --games 1 --standings games/standings.json --seed s --seat 2 --seat 4 ',
    );
  });

  t.test('its reports go to other files, and its record is kept even if nothing goes wrong', async (t) => {
    t.match(
      repeated({}, { junit: ['all.xml'], tap: ['all.tap'], markdown: ['all.md'], 'record-bad': ['bad'] }),
      " --junit games/junit.xml --tap games/report.tap --markdown games/report.md --record-bad='' --seed s ",
    );
  });
});

t.test('roster', async (t) => {
  type Folders = Readonly<Record<string, Readonly<Record<string, string>>>>;

  /** What a roster of these folders says, as text and as values. */
  async function rosterOf(bots: string): Promise<{ readonly text: string; readonly value: unknown }> {
    const lines = await rosterLines(bots, boggle);
    const text = `${lines.join('\n')}\n`;
    const reading = await readPlaced(text);
    if (!reading.ok) throw new Error(`${reading.place}: ${reading.problem}\n${text}`);
    return { text, value: reading.file.value };
  }

  function madeOf(parent: string, folders: Folders): string {
    const bots = join(parent, 'bots');
    for (const [name, files] of Object.entries(folders)) {
      mkdirSync(join(bots, name, 'sub'), { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(bots, name, file), text);
    }
    return bots;
  }

  async function roster(t: Test, folders: Folders, change = (_bots: string) => {}) {
    const bots = madeOf(t.testdir({}), folders);
    change(bots);
    const { text, value } = await rosterOf(bots);
    return {
      bots,
      text: text.replaceAll(bots, 'bots'),
      ...(value as { readonly players: readonly object[] }),
    };
  }

  t.test('a player.yml says a name and a command, and a folder inside of its own', async (t) => {
    const { bots, text, players } = await roster(t, {
      ada: {
        'player.yml':
          'name: Ada L.\ncommand: ./bot --deep\ncwd: ../../.ssh\nenv: [SECRET]\noptions: { memory: 64G }\nsandbox: off\n',
      },
      ben: { 'player.json': '{ "command": "./bot", "cwd": "sub" }' },
      cleo: { 'player.yml': 'command: ./bot\ncwd: /etc\n' },
      dora: { 'player.yml': 'command: ./bot\ncwd: sub/../../ben\n' },
    });
    t.same(players, [
      { name: 'Ada L.', command: './bot --deep', cwd: `${bots}/ada` },
      { name: 'ben', command: './bot', cwd: `${bots}/ben/sub` },
      { name: 'cleo', command: './bot', cwd: `${bots}/cleo` },
      { name: 'dora', command: './bot', cwd: `${bots}/dora` },
    ]);
    const remarks = text.split('\n').filter((line) => line.startsWith('  #'));
    t.same(remarks, [
      '  # ada: left out: cwd (player.yml:3:1, not a folder inside its own), env (player.yml:4:1), options (player.yml:5:1), sandbox (player.yml:6:1)',
      '  # cleo: left out: cwd (player.yml:2:1, not a folder inside its own)',
      '  # dora: left out: cwd (player.yml:2:1, not a folder inside its own)',
    ]);
  });

  t.test('files beside the folders are no players, and are named', async (t) => {
    const { text, players } = await roster(t, { ada: { run: '' } }, (bots) => {
      chmodSync(join(bots, 'ada', 'run'), 0o755);
      for (const name of ['ben.py', 'C D.rb', '.hidden']) writeFileSync(join(bots, name), '');
      symlinkSync('ben.py', join(bots, 'link'));
    });
    t.equal(players.length, 1);
    t.match(text, /^# Left out, since each player needs a folder of its own: "C D\.rb", ben\.py$/m);
    t.match(text, /# link: a symbolic link/);
  });

  t.test('of many files beside the folders some are named', async (t) => {
    const { text } = await roster(t, { ada: {} }, (bots) => {
      for (let number = 1; number <= 20; number++) writeFileSync(join(bots, `${number}.py`), '');
    });
    t.match(text, /: 1\.py, 10\.py, .*, 12 more$/m);
  });

  t.test('a player whose player.yml prepares it brings its files', async (t) => {
    const { bots, text, players } = await roster(
      t,
      {
        ada: { 'player.yml': 'command: ./bot\nprepare: make\n', 'bot.c': '' },
        ben: { 'player.yml': 'command: ./bot\nprepare: make\ncwd: sub\nfiles: /etc\n' },
        cleo: { 'player.yml': 'command: ./bot\nprepare: [make]\n' },
        dora: { 'player.yml': 'command: ./bot\nprepare: make\n' },
      },
      (bots) => symlinkSync('/etc/passwd', join(bots, 'dora', 'link')),
    );
    t.same(players, [
      { name: 'ada', command: './bot', files: `${bots}/ada`, prepare: 'make' },
      { name: 'ben', command: './bot', files: `${bots}/ben`, prepare: 'make' },
    ]);
    t.match(
      text,
      /# ben: .*: cwd \(player\.yml:3:1, with prepare it plays in its folder\), files \(player\.yml:4:1\)$/m,
    );
    t.match(text, /# cleo: player\.yml:2:1: prepare: expected a command for the shell; got \["make"\]$/m);
    t.match(text, /# dora: .*dora\/link is a symbolic link that leads out, to \/etc\/passwd/);
  });

  t.test(
    'a symbolic link that leads out of a folder makes no player, and what it leads to is not read',
    async (t) => {
      const { text, players } = await roster(
        t,
        {
          ada: {},
          ben: {},
          cleo: {},
          dora: { 'player.yml': 'command: sh -c "exec ./mine --x"\n' },
          emil: { 'player.yml': 'command: ./bot\ncwd: out\n' },
          fred: { 'real.py': '' },
        },
        (bots) => {
          const secret = join(bots, '..', 'secret');
          writeFileSync(secret, 'key: "a secret that nobody sees');
          symlinkSync(secret, join(bots, 'ada', 'player.yml'));
          symlinkSync('/bin/true', join(bots, 'ben', 'run'));
          symlinkSync(secret, join(bots, 'cleo', 'bot.py'));
          symlinkSync('/bin/true', join(bots, 'dora', 'mine'));
          symlinkSync('/etc', join(bots, 'emil', 'out'));
          symlinkSync('real.py', join(bots, 'fred', 'player.py'));
          symlinkSync('/etc', join(bots, 'gina'));
          symlinkSync('hugo', join(bots, 'hugo'));
        },
      );
      t.match(players, [{ name: 'emil' }, { name: 'fred', command: 'python3 ./player.py' }]);
      t.equal(players.length, 2);
      t.match(text, /^# 6 of 8 folders are not players/m);
      t.match(text, /^ {2}# ada: its player\.yml is a symbolic link to a place outside the folder$/m);
      t.match(text, /^ {2}# ben: its \.\/run is a symbolic link to a place outside the folder$/m);
      t.match(text, /^ {2}# cleo: its \.\/bot\.py is a symbolic link to a place outside the folder$/m);
      t.match(text, /^ {2}# dora: its \.\/mine is a symbolic link to a place outside the folder$/m);
      t.match(text, /^ {2}# emil: left out: cwd \(player\.yml:2:1, not a folder inside its own\)$/m);
      t.match(
        text,
        /^ {2}# gina: a symbolic link: copy the folder that it points to, or add this player yourself$/m,
      );
      t.notMatch(text, /secret/);
    },
  );

  t.test('what is wrong with one folder stops no other one', async (t) => {
    const { text, players } = await roster(
      t,
      {
        ada: { 'player.yml': 'command: python3\n' },
        ben: { 'player.yml': '[' },
        cleo: { 'player.yml': 'command: [1]\n' },
        dora: { 'bot.py': '' },
        emil: {},
        fred: { 'player.yml': `command: *${'x'.repeat(100_000)}\n` },
      },
      (bots) => mkdirSync(join(bots, 'emil', 'player.yml')),
    );
    t.match(players, [{ name: 'dora' }]);
    t.match(text, /# ada: player\.yml:1:1: command: python3 alone would read/);
    t.match(text, /# ben: player\.yml:1:2: /);
    t.match(text, /# cleo: player\.yml:1:1: command: expected a command for the shell; got \[1\]/);
    t.match(text, /# fred: player\.yml:1:\d+: .{1,500}$/m);
    t.match(text, /# emil: .*it is a folder\. Use a file/);
  });

  t.test('a player does not take the name of another', async (t) => {
    const { text, players } = await roster(t, {
      ada: { 'player.yml': 'command: ./bot\nname: ben\n' },
      ben: { 'player.yml': 'command: ./bot\nname: Big\n' },
      cleo: { 'player.yml': 'command: ./bot\nname: Big\n' },
    });
    t.match(players, [{ name: 'ada' }, { name: 'ben' }, { name: 'cleo' }]);
    t.match(text, /# ada: left out: name \(player\.yml:2:1, ben is the name of another player\)/);
  });

  /** Pieces by which a text gets out of a value or a comment, if anything does. */
  const ways = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\t', '\x1b[2J', '\u202e', '\ud800', '\u{e0001}'];
  const marks = [
    '#',
    ' #',
    '\n#',
    ': ',
    '- ',
    '\n- ',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '\\',
    '`',
    '%',
    '&',
    '*',
  ];
  const words = [
    'null',
    '~',
    'yes',
    '1e3',
    '0x10',
    '007',
    '---',
    '...',
    '|',
    '>',
    '!',
    '?',
    '=',
    '<<',
    ' ',
    'options:',
  ];
  const text = fc
    .array(
      fc.oneof(fc.constantFrom(...ways, ...marks, ...words), fc.string({ unit: 'binary', maxLength: 4 })),
      {
        maxLength: 8,
      },
    )
    .map((pieces) => pieces.join(''));
  const folderName = text
    .map((name) => name.toWellFormed().replaceAll(/[/\0]/g, '').slice(0, 60))
    .filter((name) => name !== '' && !name.startsWith('.'));
  const said = fc.record(
    { command: text, name: text, cwd: fc.oneof(text, fc.constantFrom('sub', '..', '/', '../../..')) },
    { requiredKeys: [] },
  );
  const playerFile = fc.oneof(
    fc.tuple(said, fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })),
    fc.tuple(said, fc.constant({})),
  );
  const isText = (value: string | undefined) => value === undefined || value.trim() !== '';

  t.test(
    'whatever folders are called and say of themselves, the file has the values that are meant',
    async (t) => {
      const parent = t.testdir({});
      const law = fc.asyncProperty(
        fc.uniqueArray(fc.tuple(folderName, playerFile), {
          minLength: 1,
          maxLength: 5,
          selector: ([name]) => name,
        }),
        async (entries) => {
          const inside = mkdtempSync(join(parent, 'x'));
          const folders = entries.map(([name, [fields, others]]) => ({
            name,
            said: { ...others, ...fields },
          }));
          const bots = madeOf(
            inside,
            Object.fromEntries(
              folders.map(({ name, said }) => [name, { 'player.json': JSON.stringify(said) }]),
            ),
          );
          const { text, value } = await rosterOf(bots);
          rmSync(inside, { recursive: true });
          const known = folders
            .filter(
              ({ name: folder, said: { command, name, cwd } }) =>
                folder.trim() !== '' && command !== undefined && [command, name, cwd].every(isText),
            )
            .map(({ name: folder, said }) => ({ ...said, folder, command: said.command! }))
            .sort((one, other) => (one.folder < other.folder ? -1 : 1));
          const players = known.map(({ folder, name = folder, command, cwd }) => {
            const own = join(bots, folder);
            const isTaken =
              folders.some((other) => other.name !== folder && other.name === name) ||
              known.some((other) => other.folder !== folder && other.name === name);
            return { name: isTaken ? folder : name, command, cwd: cwd === 'sub' ? join(own, 'sub') : own };
          });
          const format = { kind: 'round-robin', rounds: 1, seats: 2, mirrored: true };
          t.same(value, { name: 'bots', game: 'boggle', players, format, offender: 'lose' });
          if (players.length > 1) readTournament(value);
          return visibleLines(text) === text;
        },
      );
      await fc.assert(law, runs(150));
    },
  );

  t.test('a folder whose name is blank is a comment, which says so', async (t) => {
    const { text, value } = await rosterOf(
      madeOf(t.testdir({}), { '\n': { run: '' }, ada: { 'player.yml': 'command: ./bot' } }),
    );
    t.match(text, /its name is blank: rename it/);
    t.match(value, { players: [{ name: 'ada' }] });
  });

  t.test('whatever is in a player.yml, a player has a name, a command and a folder', async (t) => {
    const parent = t.testdir({});
    const law = fc.asyncProperty(folderName, text, text, async (name, before, after) => {
      const inside = mkdtempSync(join(parent, 'x'));
      const file = `${before}\ncommand: ./bot\n${after}\n`;
      const { text, value } = await rosterOf(madeOf(inside, { [name]: { 'player.yml': file } }));
      rmSync(inside, { recursive: true });
      const { players, ...others } = value as { players: object[] };
      t.same(Object.keys(others), ['name', 'game', 'format', 'offender']);
      for (const player of players) t.same(Object.keys(player), ['name', 'command', 'cwd']);
      return visibleLines(text) === text;
    });
    await fc.assert(law, runs(150));
  });
});

t.test('serve reminders', async (t) => {
  const settings = {
    ...{ smtp: undefined, from: undefined, 'public-url': undefined, 'remind-after': 3600e9 },
    ...{ 'mails-per-day': 1000, 'local-mail': false },
  };
  const smtp = 'smtp://mail.example';

  t.test('without a server of mail there are no reminders', async (t) => {
    t.equal(preparedReminders(settings), undefined);
  });

  t.test('reminders have what is needed to send them', async (t) => {
    const url = 'https://boggle.example/play';
    const prepared = preparedReminders({ ...settings, smtp, from: 'a@b.example', 'public-url': url })!;
    t.match(prepared, { server: { host: 'mail.example', port: 25 }, from: 'a@b.example', after: 3_600_000 });
    t.equal(prepared.page('gKEY'), 'https://boggle.example/play#/game/gKEY');
    t.equal(prepared.confirmPage('TOKEN'), 'https://boggle.example/boggle/confirm?token=TOKEN');
    t.match(prepared, { limits: { ofUser: 20, ofAddress: 30, ofServer: 1000 }, allowsLocal: false });
  });

  t.test('a wrong option of reminders is refused with what was expected', async (t) => {
    const refused = {
      '--smtp: expected smtp://HOST:PORT or smtps://HOST:PORT': { smtp: 'mail.example' },
      '--from: expected an email address, such as boggle@example.org; got "me"': {
        ...{ smtp, from: 'me', 'public-url': 'https://boggle.example' },
      },
      '--public-url: expected an address such as https://boggle.example; got "x"': {
        smtp,
        'public-url': 'x',
      },
      '--smtp: ca: /none: no such file or folder (ENOENT)': {
        smtp: `${smtp}?ca=/none`,
        'public-url': 'https://x.example',
      },
      [`--smtp: ca: ${import.meta.filename}: expected certificates as PEM`]: {
        ...{ smtp: `${smtp}?ca=${import.meta.filename}`, 'public-url': 'https://x.example' },
      },
    };
    for (const [message, given] of Object.entries(refused))
      t.throws(() => preparedReminders({ ...settings, ...given }), { name: 'UsageError', message });
  });
});

t.test('settle jobs', async (t) => {
  type Facts = Parameters<typeof settleJobs>[0];
  type Headroom = NonNullable<Parameters<typeof settleJobs>[1]>['headroom'];

  const facts: Facts = {
    ...{ wanted: 'auto', games: 100, pace: 'turns', players: 2 },
    ...{ pin: false, oneProcessor: false, trace: false },
  };

  const settle = (changes: Partial<Facts>, processors: number, headroom: Headroom = []): Jobs =>
    settleJobs({ ...facts, ...changes }, { processors, headroom });

  t.test('auto leaves a processor to each player that can think at the same moment', async (t) => {
    const auto = (pace: Facts['pace'], players: number, processors: number) =>
      settle({ pace, players }, processors).jobs;
    t.equal(auto('turns', 2, 8), 7);
    t.equal(auto('turns', 4, 8), 7);
    t.equal(auto('turns', 2, 1), 1);
    t.equal(auto('race', 2, 8), 4);
    t.equal(auto('race', 3, 8), 2);
    t.equal(auto('round', 4, 2), 1);
  });

  t.test('with one at once everything is played here', async (t) => {
    t.match(settle({}, 2), { jobs: 1, workers: 0 });
    t.match(settle({ wanted: 8, games: 1 }, 2), { jobs: 1, workers: 0 });
  });

  t.test('a race has a process of its own; turn games share as many as there are processors', async (t) => {
    t.match(settle({ pace: 'race', wanted: 5 }, 4), { jobs: 5, workers: 5 });
    t.match(settle({ wanted: 100 }, 4), { jobs: 100, workers: 4 });
    t.match(settle({ wanted: 3 }, 4), { jobs: 3, workers: 3 });
  });

  t.test(
    'players that must not share a user of the system are not more than a process has users',
    async (t) => {
      t.match(settle({ wanted: 40, mostOfOne: 32 }, 2), { jobs: 40, workers: 13 });
      t.match(settle({ wanted: 4, mostOfOne: 32 }, 2), { jobs: 4, workers: 2 });
      t.match(
        settle({ wanted: 4, mostOfOne: 1 }, 2),
        { jobs: 4, workers: 4 },
        'where there are none, no more than games',
      );
    },
  );

  t.test('a number is obeyed, and it is said where players may wait for one another', async (t) => {
    t.equal(
      settle({ wanted: 4 }, 4).note,
      'note: 4 games at once on 4 processors: players may wait for each other. With --jobs 3 (auto) the player to move in each game has a processor',
    );
    t.match(settle({ pace: 'race', wanted: 2 }, 1).note, /on 1 processor: .* every player has a processor$/);
    t.equal(settle({ wanted: 3 }, 4).note, undefined);
  });

  t.test('with one processor for each game there are not more games than processors', async (t) => {
    const shared = { oneProcessor: true };
    const four = settle({ ...shared, wanted: 4 }, 4);
    t.match(four, { jobs: 4, workers: 4 });
    t.equal(four.note, undefined, 'no player waits for those of another game');
    t.match(settle(shared, 4), { jobs: 3, workers: 3 }, 'auto is what it is without');
    t.match(settle({ ...shared, games: 1 }, 4), { jobs: 1, workers: 0 });
    t.throws(
      () => settle({ ...shared, wanted: 5 }, 4),
      /^--one-processor: --jobs 5 requires 5 processors, but this host may use only 4\. Use --jobs 4$/,
    );
    t.throws(() => settle({ ...shared, wanted: 2 }, 1), /but this host may use only 1\. Use --jobs 1$/);
    for (const pace of ['race', 'round'] as const)
      t.throws(() => settle({ ...shared, pace }, 4), /^--one-processor: it requires a game with turns/);
    t.throws(() => settle({ ...shared, pin: true }, 4), /^--one-processor: --pin .* use one or the other$/);
  });

  t.test(
    'one game at a time with a processor for each player, and with the messages of a game',
    async (t) => {
      for (const alone of [{ pin: true }, { trace: true }]) {
        t.match(settle(alone, 8), { jobs: 1, workers: 0 }, 'auto');
        t.throws(() => settle({ ...alone, wanted: 2 }, 8), /--jobs 2: --\w+ requires --jobs 1/);
      }
    },
  );

  const descriptors = (most: number) => [{ of: 'descriptors', most, used: 20, raise: 'raise it' }] as const;
  const memory = (megabytes: number) =>
    [{ of: 'memory', most: megabytes * 2 ** 20, used: 0, raise: 'free some' }] as const;

  t.test('what does not fit is refused with what would; auto takes that', async (t) => {
    t.throws(() => settle({ wanted: 100 }, 2, descriptors(400)), {
      message:
        '--jobs 100: 100 players of one process need 712 more file descriptors, but the limit is 400, of which 20 are in use. raise it. Use --jobs 52',
    });
    t.equal(settle({ wanted: 52 }, 2, descriptors(400)).jobs, 52);
    t.equal(settle({}, 100, memory(1000)).jobs, 14);
    t.throws(
      () => settle({ wanted: 8, pace: 'race' }, 8, memory(300)),
      /--jobs 8: 16 players and their hosts need 536 MB of memory, but only 300 MB are free\. free some\. Use --jobs 4/,
    );
    t.throws(() => settle({}, 2, descriptors(30)), { message: /^2 players at once need 26 more file/ });
  });

  t.test(
    'the players of the next game are started while others are ended, where there is room',
    async (t) => {
      t.equal(settle({ wanted: 8 }, 2, descriptors(400)).overlap, true);
      t.equal(settle({ wanted: 40 }, 2, descriptors(400)).overlap, false);
    },
  );
});
