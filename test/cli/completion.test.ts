import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { binary, run } from './wordhost.ts';

const folder = t.testdir({});
writeFileSync(join(folder, 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`, {
  mode: 0o755,
});

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
      ['english', 'odd', 'enable'],
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
    stderr: 'wordhost: completion: expected one of bash, zsh, fish; got "tcsh"\n',
  });
});
