import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, join as joinPath } from 'node:path';
import t from 'tap';
import * as wordhost from 'wordhost';
import * as bananagrams from 'wordhost/bananagrams';
import * as boggle from 'wordhost/boggle';
import * as commandLine from 'wordhost/command-line';
import * as games from 'wordhost/games';
import * as lexicon from 'wordhost/lexicon';
import * as records from 'wordhost/records';
import * as scrabble from 'wordhost/scrabble';
import * as terminal from 'wordhost/terminal';
import * as webBots from 'wordhost/web-bots';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { commandHelp, generalHelp } from '../../host/cli/help.ts';
import { manPage } from '../../host/package/man-page.ts';
import { allCommands } from '../docs/option-tables.ts';
import { isQuick, tryExamples } from './help-examples.ts';
import { say } from './in-process.ts';
import { binary, run } from './wordhost.ts';

const beside = (path: string) => joinPath(import.meta.dirname, path);

t.test('help', async (t) => {
  const commands = await allCommands();

  for (const [name, command] of commands) {
    t.test(`wordhost ${name} --help`, async (t) => {
      const help = commandHelp(name, command);
      t.match(help.replaceAll(/\n */g, ' '), `wordhost ${name} ${command.operands.form} `);
      for (const [option, spec] of Object.entries(command.options)) {
        const shown = spec.kind === 'flag' && spec.default ? `--no-${option}` : `--${option}`;
        t.match(help, `\n  ${shown}`);
        if (spec.kind === 'choice') t.match(help, `${shown} ${spec.choices.join('|')}`);
        if (spec.kind === 'duration') t.match(help, /\nTIME is a number with a unit: .*250ms/);
        if (spec.kind === 'size') t.match(help, /\nSIZE is a number with a unit: .*512M/);
      }
      if (name !== 'player') t.not(command.examples.length, 0, 'it has examples');
    });
  }

  t.test('every line of help is as wide as the terminal at most', async (t) => {
    for (const width of [50, 80, 120])
      for (const [name, command] of commands) {
        const lines = commandHelp(name, command, { width }).split('\n');
        // What is in quotes in a command to copy, and the values of an option, stay in one piece.
        const wide = lines.filter((line) => line.length > width && !/^ {2}(wordhost|--)|^ {4}.*"/.test(line));
        t.same(wide, [], `${name}, ${width} columns`);
        t.ok(lines.some((line) => line.length > width - 15) || lines.length < 25, 'and uses that width');
      }
    t.match(generalHelp(commandsOf(gameWords), gameWords, 50), /^.{1,50}(\n.{0,50})*$/);
  });

  t.test('-h is a screen with the options of every day, and --help has all', async (t) => {
    const [brief, all] = await Promise.all(
      ['-h', '--help'].map(async (word) => await say(['scrabble', word])),
    );
    t.match(brief, {
      status: 0,
      stdout: /\nEveryday options\n[\s\S]*\nAll options: wordhost scrabble --help\n$/,
    });
    t.notMatch(brief!.stdout, '--max-output');
    t.match(all, { status: 0, stdout: /\n {2}--max-unread / });
    for (const { stdout } of [brief!, all!])
      t.ok(stdout.indexOf('\nExamples\n') < stdout.indexOf('\nEveryday options\n'), 'examples come first');
    for (const [name, command] of commands) {
      const lines = commandHelp(name, command, { brief: true }).split('\n');
      t.ok(lines.length < 75, `${name}: ${lines.length} lines`);
    }
  });

  t.test('help of a command for each game has the options that all of those have', async (t) => {
    const named = new Map(commands);
    for (const [name, option] of [
      ['compare', 'not-worse'],
      ['check', 'only'],
      ['tune', 'parameter'],
    ] as const) {
      const { eachOptions = {}, each = {} } = named.get(name)!;
      t.ok(Object.hasOwn(eachOptions, option));
      for (const below of Object.keys(each))
        t.same(
          Object.keys(eachOptions).filter(
            (each) => !Object.hasOwn(named.get(`${name} ${below}`)!.options, each),
          ),
          [],
        );
      t.match(commandHelp(name, named.get(name)!), new RegExp(`^  --${option}`, 'm'));
    }
    t.match(commandHelp('compare', named.get('compare')!, { brief: true }), /^ {2}--test anytime/m);
  });

  t.test('examples', async (t) => {
    const begun = new Set<string>();
    // One of each command is tried as a user would; `help.slow.test.ts` tries them all.
    const isFirst = (example: string) => begun.size < begun.add(example.split(' ')[1]!).size;
    await tryExamples(t, commands, (example) => isQuick(example) || isFirst(example));
  });

  t.test('help begins with the options of every day, and each is there once', async (t) => {
    for (const [name, command] of commands) {
      const help = commandHelp(name, command);
      const titles = [...help.matchAll(/^(?:Options|Everyday options|[A-Z][a-z ]+)$/gm)].map(
        ([title]) => title,
      );
      const size = Object.keys({ ...command.options, ...command.eachOptions }).length;
      t.equal(titles.includes('Everyday options'), size > 12, `${name}: ${size} options`);
      for (const option of Object.keys(command.options))
        t.equal(
          help.match(new RegExp(`^  --(no-)?${option}(?=[ [\\n]|$)`, 'gm'))?.length ?? 0,
          1,
          `${name} --${option}`,
        );
    }
    const first = {
      bananagrams: ['bunch', 'hand', 'seed', 'games'],
      scrabble: ['rules', 'board', 'tiles', 'timeout', 'seed', 'games'],
      boggle: ['rules', 'time', 'board', 'timeout', 'seed', 'games'],
    };
    for (const [name, options] of Object.entries(first)) {
      const [, everyday = ''] = /\nEveryday options\n([\s\S]*?)\n\nOptions of this command\n/.exec(
        commandHelp(name, new Map(commands).get(name)!),
      )!;
      const named = [...everyday.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option);
      t.same(named.slice(0, options.length), options);
      t.ok(named.length < 16, named.join(' '));
    }
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

  function pressed(...words: readonly string[]): { lines: string[]; registered: string } {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', PRESS, 'bash', 'wordhost', ...words], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, SCRIPT: script.stdout },
    });
    t.equal(status, 0, stderr);
    return { lines: stdout.split('\n').filter((line) => line !== ''), registered: stderr };
  }

  /** What the script asks of the host, in this process; of what comes bash offers what begins as was typed. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const asked = ['--get-yargs-completions', 'wordhost', ...words];
    const { status, stdout, stderr } = await say(asked, { cwd: folder });
    t.equal(status, 0, stderr);
    return stdout.split('\n').filter((line) => line !== '' && line.startsWith(words.at(-1)!));
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
      [['scrabble', '--no-rot'], ['--no-rotate']],
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
    for (const [typed, expected] of cases) t.same(await offered(...typed), expected, typed.join(' '));
    t.same(pressed('scrabble', '--sandbox', '=', 'st').lines, ['strict'], 'as bash itself offers it');
    t.match(
      pressed('jud').registered,
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
    for (const [typed, expected] of cases) t.same(await offered(...typed), expected, typed.join(' '));
    t.same(pressed('report', 'old/').lines, ['old/last.db'], 'as bash itself offers it');
    const fish = await say(['--get-yargs-completions', 'report', 'le'], { cwd: folder });
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
      t.same(await offered(...typed), [], typed.join(' '));
  });

  t.test('zsh and fish are told what each word means', async (t) => {
    const zsh = await say(['--get-yargs-completions', 'wordhost', 'jud'], {
      env: { COMP_LINE: 'wordhost jud' },
    });
    t.match(zsh, { status: 0, stdout: /^judge:\S.*$/m });
    const fish = await say(['--get-yargs-completions', 'judge', 'boggle', '--wo']);
    t.match(fish, { status: 0, stdout: /^--words\t\S.*$/m });
    t.match(await say(['completion', 'zsh']), { status: 0, stdout: /^#compdef wordhost\n/ });
    t.match(await say(['completion', 'fish']), { status: 0, stdout: /^complete -f -c wordhost /m });
  });

  t.test('without a name, the script is for the shell of the environment', async (t) => {
    t.match((await say(['completion'], { env: { SHELL: '/bin/zsh' } })).stdout, '#compdef wordhost');
    t.match((await say(['completion'], { env: { SHELL: '/bin/bash' } })).stdout, 'complete -o bashdefault');
  });

  t.test('a shell that is not known is a usage error', async (t) => {
    t.match(await say(['completion', 'tcsh']), {
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
    'web-bots': webBots,
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
