import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, join as joinPath } from 'node:path';
import t, { type Test } from 'tap';
import * as wordhost from 'wordhost';
import * as bananagrams from 'wordhost/bananagrams';
import * as boggle from 'wordhost/boggle';
import * as commandLine from 'wordhost/command-line';
import * as games from 'wordhost/games';
import * as lexicon from 'wordhost/lexicon';
import * as records from 'wordhost/records';
import * as scrabble from 'wordhost/scrabble';
import * as terminal from 'wordhost/terminal';
import type { Command } from '../../host/cli/command.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { commandHelp } from '../../host/cli/help.ts';
import { readWords } from '../../host/cli/read-words.ts';
import { manPage } from '../../host/package/man-page.ts';
import { openStore } from '../../host/runs/store/store.ts';
import { everyCommandOptions } from '../../host/settings/every-command-options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { allCommands } from '../docs/option-tables.ts';
import { page } from '../docs/pages.ts';
import { say } from './in-process.ts';
import { binary, run } from './wordhost.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('help', async (t) => {
  const commands = await allCommands();

  /** Each takes many seconds: a game to watch, a server, the race lab, many games. Their words are read, and no more. */
  const long = /^wordhost (demo|watch|serve|race(?! --from))|--games (20|100)\b/;
  /** At a terminal: `test/players` has those. */
  const needsPerson = /^wordhost play\b/;

  const folder = t.testdir({
    'words.txt': 'hello\ncat\n',
    'board.txt': 'CATS\nOEDO\nARIG\nSTNS\n',
    'positions.txt': `${Array(15).fill('15').join('/')} AENST?/ 0/0 0\n`,
    'club.gcg': '#player1 Ada\n#player2 Ben\n>Ada: ACT 8H CAT +10 10\n',
    'moves.jsonl': '{"move": "0,0 across HELLO"}\n',
    'results.jsonl': `${JSON.stringify({
      ...{ wordhost: 1, game: 'boggle', seed: '1', reason: 'time', winner: 1 },
      players: [1, 2].map((seat) => ({ seat, entry: seat, outcome: seat === 1 ? 'won' : 'lost' })),
    })}\n`,
    'league.yml':
      'game: boggle\nplayers: [{ name: a, command: ./a }, { name: b, command: ./b }]\nformat: { kind: round-robin }\n',
    bots: { ada: {}, ben: {} },
    bin: {},
    games: {},
  });

  function program(path: string, text: string): void {
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }

  /** The programs and files that the examples name: players that leave at once, a board, a record. */
  function furnish(): void {
    program(join(folder, 'bin/wordhost'), `exec '${process.execPath}' '${binary}' "$@"`);
    const players = ['player', 'bot', 'mine', 'new', 'old', 'a', 'b', 'c', 'bots/ada/run', 'bots/ben/run'];
    for (const name of ['bin/python3', 'bin/ruby', ...players]) program(join(folder, name), 'exit 1');
    const [, board = ''] =
      /<!-- file: lake.json -->\n```json\n([\s\S]*?)```/.exec(
        page('docs/how-to/scrabble-boards-and-tiles.md').text,
      ) ?? [];
    for (const name of ['mine.json', 'hole.json']) writeFileSync(join(folder, name), board);
    copyFileSync(oldRecord('bananagrams-dumps-and-peels'), join(folder, 'games/ID.jsonl'));
    mkdirSync(join(folder, '.config/fish/completions'), { recursive: true });
  }

  function oldRecord(name: string): string {
    return join(import.meta.dirname, `../old-records/38cfc23/${name}.jsonl`);
  }
  furnish();
  await furnishStores();

  /** Of one tournament, each with game 17. */
  async function furnishStores(): Promise<void> {
    const old = {
      nightly: 'bananagrams-dumps-and-peels',
      other: 'bananagrams-dumps-and-peels',
      club: 'scrabble-strict',
    };
    for (const [name, played] of Object.entries(old)) {
      const record = readFileSync(oldRecord(played));
      const { result } = JSON.parse(record.toString().trim().split('\n').at(-1)!) as {
        result: { id: string };
      };
      const opening = await openStore(join(folder, `${name}.db`), { mode: 'write' });
      if (!opening.ok) throw new Error(opening.problem);
      await using store = opening.store;
      await store.keepFile({ text: '', canonical: '{}' });
      const line = JSON.stringify({ number: 17, ...result });
      await store.keep({ number: 17, id: result.id, result: line, record });
    }
  }

  const wordsOf = (example: string) =>
    [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

  /** Nothing is left to a shell, and no player is started: the process of the test can do it. */
  const plain = /^wordhost (judge|replay|import|board|lexicon|stats|store|new|report)( [^|<>;&$*'`~]*)?$/;

  async function carriedOut(example: string) {
    const env = {
      PATH: `${folder}/bin:${process.env.PATH}`,
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
    };
    if (plain.test(example)) return await say(wordsOf(example).slice(1), { cwd: folder, env });
    return spawnSync('sh', ['-c', example], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
  }

  function understood(t: Test, name: string, command: Command, example: string): void {
    const words = wordsOf(example);
    const after = words.slice(name.split(' ').every((word, index) => words[index + 1] === word) ? 2 : 1);
    const table = { ...command.options, ...everyCommandOptions };
    const { unknown, operands, said } = readWords(after, table);
    t.same(unknown, []);
    t.ok(operands.length >= command.operands.min && operands.length <= command.operands.max);
    t.doesNotThrow(() => settleOptions(table, [{ where: (option) => option, said }]));
  }

  for (const [name, command] of commands) {
    t.test(`wordhost ${name} --help`, async (t) => {
      const help = commandHelp(name, command);
      t.match(help, `wordhost ${name} ${command.operands.form}\n`);
      for (const [option, spec] of Object.entries(command.options)) {
        const shown = spec.kind === 'flag' && spec.default ? `--no-${option}` : `--${option}`;
        t.match(help, `\n  ${shown}`);
        if (spec.kind === 'choice') t.match(help, `${shown} ${spec.choices.join('|')}`);
        if (spec.kind === 'duration') t.match(help, /\nTIME is a number with its unit: .*250ms/);
        if (spec.kind === 'size') t.match(help, /\nSIZE is a number with its unit: .*512M/);
      }
      if (name !== 'player') t.not(command.examples.length, 0, 'it has examples');
    });
    for (const [example] of command.examples) {
      t.test(example, async (t) => {
        if (long.test(example) || needsPerson.test(example)) return understood(t, name, command, example);
        const { status, stdout, stderr } = await carriedOut(example);
        // Players that leave at once lose their games; a usage error would be 2, a failure of the host 3.
        const mayLose =
          /^wordhost (bananagrams|scrabble|boggle|check|compare|"|race)/.test(example) ||
          example.includes('< words.txt');
        t.ok(status === 0 || (mayLose && status === 1), `exit status ${status}: ${stderr}`);
        if (!/>|--output/.test(example)) t.not(stdout, '', 'it prints something');
      });
    }
  }

  t.test('help begins with the options of every day, and each is there once', async (t) => {
    for (const [name, command] of commands) {
      const help = commandHelp(name, command);
      const titles = [...help.matchAll(/^(?:Options|Everyday options|[A-Z][a-z ]+)$/gm)].map(
        ([title]) => title,
      );
      const size = Object.keys(command.options).length;
      t.equal(titles.includes('Everyday options'), size > 12, `${name}: ${size} options`);
      for (const option of Object.keys(command.options))
        t.equal(
          help.match(new RegExp(`^  --(no-)?${option}(?=[ [\\n]|$)`, 'gm'))?.length,
          1,
          `${name} --${option}`,
        );
    }
    const [, everyday = ''] = /\nEveryday options\n([\s\S]*?)\n\nRules and the wire\n/.exec(
      commandHelp('scrabble', new Map(commands).get('scrabble')!),
    )!;
    const named = [...everyday.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option);
    t.same(named.slice(0, 6), ['rules', 'board', 'tiles', 'timeout', 'seed', 'games']);
    t.ok(named.length < 16, named.join(' '));
  });
});

t.test('completion', async (t) => {
  const folder = t.testdir({});
  writeFileSync(join(folder, 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
  chmodSync(join(folder, 'wordhost'), 0o755);

  const script = await run(['completion', 'bash'], { env: { SHELL: '/usr/bin/zsh' } });
  if (script.status !== 0) throw new Error(script.stderr);

  /** Sources the script, and presses the tab key after these words: what bash then offers. */
  const PRESS = `
eval "$SCRIPT"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_wordhost_yargs_completions
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p wordhost >&2
`;

  function offered(...words: readonly string[]): { lines: string[]; registered: string } {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', PRESS, 'bash', 'wordhost', ...words], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, SCRIPT: script.stdout },
    });
    t.equal(status, 0, stderr);
    return { lines: stdout.split('\n').filter((line) => line !== ''), registered: stderr };
  }

  t.test('bash completes commands, games, options and their choices', async (t) => {
    const cases: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
      [['jud'], ['judge']],
      [['judge', 'bo'], ['boggle']],
      [
        ['check', ''],
        ['bananagrams', 'scrabble', 'boggle'],
      ],
      [['judge', 'boggle', '--wo'], ['--words']],
      [['--sandb'], ['--sandbox']],
      [['scrabble', '--sandbox', 'st'], ['strict']],
      [['scrabble', '--sandbox', '=', 'st'], ['strict']],
      [
        ['scrabble', '--rules', ''],
        ['tournament', 'course', 'simple'],
      ],
      [
        ['scrabble', '--board', 'infinite'],
        ['infinite', 'infinite-hole', 'infinite-random'],
      ],
      [
        ['compare', 'scrabble', '--tiles', ''],
        ['english', 'course', 'simple'],
      ],
      [
        ['boggle', '--dictionary', ''],
        ['english', 'odd'],
      ],
      [['player', 'gr'], ['greedy']],
      [['race', '--no-sh'], ['--no-shuffle']],
      [
        ['new', 'ja'],
        ['javascript', 'java'],
      ],
      [['new', 'c', 'sc'], ['scrabble']],
      [['new', 'ruby', ''], ['bananagrams']],
      [['completion', 'z'], ['zsh']],
      [['boggle', '--name', 'Ada', '--nam'], ['--name']],
      [['boggle', '--games', '3', '--game'], ['--game-timeout']],
      [['judge', '--conf'], ['--config']],
    ];
    for (const [typed, expected] of cases) t.same(offered(...typed).lines, expected, typed.join(' '));
    t.match(
      offered('jud').registered,
      'complete -o bashdefault -o default -F _wordhost_yargs_completions wordhost',
    );
  });

  t.test('stores are completed where a command takes one, and in the folder that was typed', async (t) => {
    mkdirSync(join(folder, 'old'));
    for (const name of [
      'league.db',
      'nightly.db',
      'league.db-wal',
      'two words.db',
      '.hidden.db',
      'old/last.db',
    ])
      writeFileSync(join(folder, name), '');
    mkdirSync(join(folder, 'folder.db'));
    const both = ['league.db', 'nightly.db'];
    const cases: readonly (readonly [typed: readonly string[], offered: readonly string[]])[] = [
      [['report', ''], both],
      [['report', 'l'], ['league.db']],
      [['report', '--as', 'json', ''], both],
      [['report', 'league.db', 'n'], []],
      [['report', 'old/'], ['old/last.db']],
      [['report', './le'], ['./league.db']],
      [['report', 'nowhere/'], []],
      [['watch', '.'], ['.hidden.db']],
      [['watch', 'n'], ['nightly.db']],
      [['store', 'check', 'nightly.db', 'l'], ['league.db']],
      [['store', 'export', ''], both],
      [['store', 'export', 'league.db', 'n'], []],
      [['store', 'merge', 'nightly.db', 'le'], ['league.db']],
      [['tournament', '--store', ''], both],
      [['compare', 'scrabble', '--store', 'ni'], ['nightly.db']],
      [['compare', 'scrabble', '--store', '=', 'ni'], ['nightly.db']],
      [['compare', 'scrabble', '--store', 'league.db', '--max-g'], ['--max-games']],
    ];
    for (const [typed, expected] of cases) t.same(offered(...typed).lines, expected, typed.join(' '));
    const fish = await run(['--get-yargs-completions', 'report', 'le'], { cwd: folder });
    t.match(fish, { status: 0, stdout: /^league\.db\t?$/m });
  });

  t.test('where a file, a text or a player comes, bash is left to complete files', async (t) => {
    for (const typed of [
      ['boggle', '--board', 'x'],
      ['scrabble', '--board', './l'],
      ['boggle', '--name', ''],
      ['./bo'],
      ['boggle', '--', '--se'],
    ])
      t.same(offered(...typed).lines, [], typed.join(' '));
  });

  t.test('zsh and fish are told what each word means', async (t) => {
    const zsh = await run(['--get-yargs-completions', 'wordhost', 'jud'], {
      env: { COMP_LINE: 'wordhost jud' },
    });
    t.match(zsh, { status: 0, stdout: /^judge:\S.*$/m });
    const fish = await run(['--get-yargs-completions', 'judge', 'boggle', '--wo']);
    t.match(fish, { status: 0, stdout: /^--words\t\S.*$/m });
    t.match(await run(['completion', 'zsh']), { status: 0, stdout: /^#compdef wordhost\n/ });
    t.match(await run(['completion', 'fish']), { status: 0, stdout: /^complete -f -c wordhost /m });
  });

  t.test('without a name, the script is for the shell of the environment', async (t) => {
    t.match((await run(['completion'], { env: { SHELL: '/bin/zsh' } })).stdout, '#compdef wordhost');
    t.match((await run(['completion'], { env: { SHELL: '/bin/bash' } })).stdout, 'complete -o bashdefault');
  });

  t.test('a shell that is not known is a usage error', async (t) => {
    t.match(await run(['completion', 'tcsh']), {
      status: 2,
      stdout: '',
      stderr: 'wordhost: completion: expected one of bash, zsh, fish; got "tcsh"\n',
    });
  });
});

t.test('man page', async (t) => {
  const root = join(beside('../package'), '..', '..');
  const page = await manPage(gameWords);

  t.test('the manual page has every command and every option', async (t) => {
    const shown = page.replaceAll('\\-', '-');
    const parts = new Map(
      shown.split(/^\.SH "wordhost /m).map((part) => [part.slice(0, part.indexOf('"')), part]),
    );
    for (const [name, { options }] of await allCommands()) {
      const part = parts.get(name) ?? '';
      t.not(part, '', name);
      for (const option of Object.keys(options))
        t.match(part, new RegExp(`^\\.BI? "?--(no-)?${option}( |\\[|$)`, 'm'), option);
    }
  });

  t.test('the manual page is ASCII, which every reader of such pages shows', async (t) => {
    t.notMatch(page, /[^\n -~]/);
  });

  t.test('the package says where it is, and the build makes the same', async (t) => {
    const { man, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    t.same(man, ['./dist/man/wordhost.1']);
    t.ok(files.includes('dist'));
    t.equal(readFileSync(join(root, man[0]), 'utf8'), page);
  });

  const groff = spawnSync('groff', ['--version']).status === 0;

  t.test('groff reads it without a warning', { skip: !groff && 'no groff here' }, async (t) => {
    const words = ['-man', '-Tascii', '-ww', '-P-c', '-P-b', '-P-u'];
    const { stdout, stderr, status } = spawnSync('groff', words, { input: page, encoding: 'utf8' });
    // Not every machine has a macro file of its own.
    const warnings = stderr.split('\n').filter((line) => line !== '' && !line.includes('man.local'));
    t.equal(status, 0, stderr);
    t.same(warnings, []);
    t.match(stdout, /--games N/);
    t.match(stdout, /wordhost\s+judge\s+scrabble\s+--laid\s+"0,0\s+across\s+CAT"\s+"3,-1\s+down\s+SeA"/);
  });
});

t.test('doors', async (t) => {
  const root = join(beside('../api'), '..', '..');
  const doors = {
    wordhost,
    bananagrams,
    scrabble,
    boggle,
    games,
    'command-line': commandLine,
    lexicon,
    records,
    terminal,
  };
  const nameOf = (door: string) => (door === 'wordhost' ? door : `wordhost/${door}`);

  t.test('the package has these doors, and no other', async (t) => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const names = Object.keys(doors).map((door) => nameOf(door).replace('wordhost', '.'));
    t.same(Object.keys(exports), [...names, './package.json']);
  });

  t.test('a game has the same name in each door, and is the one that matches are played by', async (t) => {
    for (const [name, { game }] of Object.entries({ bananagrams, scrabble, boggle }))
      t.equal(wordhost.games[name as wordhost.GameName], game, name);
  });

  t.test('the same thing has the same name in the door of each game', async (t) => {
    const inLines = [
      'game',
      'greetingText',
      'messageText',
      'noticeText',
      'play',
      'readGreeting',
      'readNotice',
    ];
    const missing = (door: object, names: readonly string[]) => names.filter((name) => !(name in door));
    t.same(missing(scrabble, inLines), []);
    t.same(missing(boggle, inLines), []);
    // Nothing is said before its hand.
    t.same(missing(bananagrams, inLines), ['greetingText', 'readGreeting']);
  });

  t.test('nothing has two homes', async (t) => {
    const homes = new Map<unknown, string>();
    for (const [door, names] of Object.entries(doors))
      for (const [name, value] of Object.entries(names)) {
        if (typeof value !== 'function') continue;
        t.equal(homes.get(value) ?? door, door, `${name} of ${door}`);
        homes.set(value, door);
      }
  });

  t.test('all of it is in its section of the reference, and the reference names nothing else', async (t) => {
    const page = readFileSync(join(root, 'docs/reference/library.md'), 'utf8');
    for (const [door, names] of Object.entries(doors)) {
      const [, section = ''] = page.split(new RegExp(`^### ${nameOf(door)}$`, 'm'));
      const table = section.split(/^##/m)[0]!;
      const left = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [
        ...cell!.matchAll(/`(\w+)/g),
      ]);
      const told = left.map(([, name]) => name!).filter((name) => name !== 'position' && name !== 'tileAt');
      t.same([...new Set(told)].sort(), Object.keys(names).sort(), door);
    }
  });
});
