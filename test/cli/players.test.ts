import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { botsInFolder } from '../../host/cli/commands/check/find-bots.ts';
import { hintForForeign, refuseUnknown } from '../../host/cli/parse.ts';
import {
  checkCommands,
  checkWhole,
  entriesOf,
  entryOf,
  nameIn,
  playersOf,
} from '../../host/cli/series/players.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { perPlayer } from '../../host/games/kit/option.ts';
import { readPlayers } from '../../host/settings/config/players-in-file.ts';

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
      /: pages.*games: wordhost report STORE --as html .*; wordhost export RECORD --output FILE\.html/,
    );
    t.equal(hintForForeign('noswap', known), '; in this command it is --no-rotate');
    t.match(hintForForeign('concurrency', known), /^: .*played.*time/);
    t.equal(hintForForeign('tc', known), undefined, 'this command has no such option');
    t.equal(hintForForeign('constructor', known), undefined);
  });

  t.test('an unknown option after a player may be one of the player', async (t) => {
    const command = { operands: { areCommands: true } } as never;
    const known = { table: { games: {} }, elsewhere: async () => undefined } as never;
    const words = { unknown: ['--fast=3'], operands: ['./bot', './other'] } as never;
    await t.rejects(
      refuseUnknown(['--games', '3', './bot', '--fast=3', './other'], words, command, known),
      /unknown option --fast; if it is for \.\/bot.*inside.*quotes.*: "\.\/bot --fast=3 …"/,
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
      players: file && {
        path: 'match.yaml',
        players: readPlayers(file, () => 'match.yaml', perPlayer(boggle.options, 'turns')),
      },
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
      /^match\.yaml has players, and --name gives other names: .* `name` .*player.*file$/,
    );
    t.match(
      refused({ file, folders: ['a', 'b'] }),
      /and --cwd gives one for each player: .* `cwd` .*player.*file$/,
    );
    t.same(named({ file, folders: ['all'] }), ['./a']);
  });

  t.test('options that a player has of its own go into each of its copies', async (t) => {
    const file = ['./a', { command: './b', copies: 2, timeout: '10s', memory: '1G' }];
    t.same(players({ file, seats: ['3', '1', '2'] }).map(entryOf), [
      { name: './b #2', command: './b', options: { timeout: 10e9 } },
      { name: './a', command: './a' },
      { name: './b', command: './b', options: { timeout: 10e9 } },
    ]);
  });
});
