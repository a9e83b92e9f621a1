import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { letterA } from './letter-a.ts';

interface Mistake {
  readonly mistake: string;
  readonly args: readonly string[];
  /** What it says: what was expected, what came, what to do. */
  readonly says: RegExp;
  readonly env?: Readonly<Record<string, string>>;
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const cwd = t.testdir({
  'deep.yaml': `seed: 1\nname: ${nested(100_000)}\n`,
  'deep-lines.yaml': `name:\n  ${'- '.repeat(100_000)}x\n`,
  'deep.json': `{"name": ${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`,
  'deep-league.yml': `game: boggle\nplayers: ${nested(100_000)}\n`,
  'deep-board.json': `{"prog": ${nested(60_000)}}`,
  'deep-tiles.json': `{"tiles": ${nested(100_000)}}`,
  ...letterA,
  'bad-words.txt': 'fine\nw0rd\n',
  'no-words.txt': 'w0rd\n',
  'odd-bunch': 'A 40\nB many\n',
  'unknown.yaml': 'gamse: 3\n',
  'odd-value.yaml': 'stall: 10\n',
  'odd-delay.yaml': 'delay: 5\n',
  'a-list.yaml': '- games\n',
  'broken.json': '{"games": ',
  'two-faults.yaml': 'stall: 10\ngamse: 3\nseed: 1\n',
  'two-faults.yml': 'game: scrabble\nplayrs: []\nroundz: 3\n',
  'three-faults.yml':
    'game: scrabble\nplayers: [{ command: ./a, options: { memory: 3 } }, { command: python3, name: b }]\nformat: { kind: swiss }\noptions: { timeout: 2 }\n',
  'cup.yml': 'game: scrabble\n',
  'saved.yml': 'game: scrabble\n',
  'saved.db': '',
});
/** It would leave a trace of having been started. */
const player = 'touch started; printf r; exec sleep 60';
const two = [player, player];

const soDeep = 'expected at most 64 levels of nested lists and objects; it has more';

/** A file of a user that would exhaust the stack, or take many seconds, is not read to its end. */
const nestedTooDeep: readonly Mistake[] = [
  {
    mistake: 'lists in lists in a file',
    args: ['--config', 'deep.yaml', ...two],
    says: new RegExp(`deep\\.yaml:2:7\\d: ${soDeep}$`, 'm'),
  },
  {
    mistake: 'lists in lists by their lines',
    args: ['--config', 'deep-lines.yaml', ...two],
    says: new RegExp(`deep-lines\\.yaml:2:13\\d: ${soDeep}$`, 'm'),
  },
  {
    mistake: 'objects in objects in JSON',
    args: ['--config', 'deep.json', ...two],
    says: new RegExp(`deep\\.json:1:\\d{3}: ${soDeep}$`, 'm'),
  },
  {
    mistake: 'lists in lists in a tournament file',
    args: ['tournament', 'deep-league.yml'],
    says: new RegExp(`: deep-league\\.yml:2:7\\d: ${soDeep}$`, 'm'),
  },
  {
    mistake: 'lists in lists in a board',
    args: ['scrabble', '--board', 'deep-board.json', ...two],
    says: /--board: deep-board\.json: expected JSON: at most 64 .*nested.*objects/,
  },
  {
    mistake: 'lists in lists in a tile set',
    args: ['scrabble', '--tiles', 'deep-tiles.json', ...two],
    says: /--tiles: deep-tiles\.json: expected JSON: at most 64 .*nested.*objects/,
  },
];

/** Words that are no options: fewer and more than each command takes. */
const miscounted: readonly Mistake[] = [
  {
    mistake: 'no record',
    args: ['replay'],
    says: /replay: .*records.*folders.*: .*; got nothing/,
  },
  {
    mistake: 'records that are not there',
    args: ['replay', 'a', 'b'],
    says: /^wordhost: a: no such file$/m,
  },
  {
    mistake: 'no move',
    args: ['judge', 'scrabble'],
    says: /judge scrabble: expected one move.*; got nothing/,
  },
  {
    mistake: 'two moves',
    args: ['judge', 'scrabble', '8H CAT', 'b'],
    says: /expected one move.*; got "8H CAT" "b"/,
  },
  { mistake: 'no grid', args: ['judge', 'bananagrams'], says: /expected one grid: .*; got nothing/ },
  { mistake: 'two words', args: ['judge', 'boggle', 'a', 'b'], says: /expected one word.*; got "a" "b"/ },
  { mistake: 'no bot', args: ['check', 'boggle'], says: /check boggle: expected a bot.*; got nothing/ },
  { mistake: 'no language', args: ['new'], says: /new: expected.*language.*; got nothing/ },
  {
    mistake: 'too much for new',
    args: ['new', 'a', 'b', 'c', 'd'],
    says: /new: expected .*; got "a" "b" "c" "d"/,
  },
  {
    mistake: 'two demos',
    args: ['demo', 'boggle', 'boggle'],
    says: /demo: expected one of .*; got "boggle" "boggle"/,
  },
  {
    mistake: 'a game that people do not play',
    args: ['play', 'chess'],
    says: /play: expected one of scrabble, bananagrams, boggle; got chess/,
  },
  {
    mistake: 'no strength',
    args: ['play', '--strength', 'strong'],
    says: /--strength: expected (one of )?beginner.*strong/,
  },
  {
    mistake: 'no verb',
    args: ['lexicon'],
    says: /lexicon: expected build, info, check or export.*; got nothing/,
  },
  {
    mistake: 'no file',
    args: ['lexicon', 'export'],
    says: /lexicon export: expected an output file, --output FILE; got none/,
  },
  { mistake: 'no board', args: ['board', 'show'], says: /board show: expected one board/ },
  {
    mistake: 'two shells',
    args: ['completion', 'a', 'b'],
    says: /completion: expected bash, zsh or fish, .*; got "a" "b"/,
  },
];

const mistakes: readonly Mistake[] = [
  {
    mistake: 'a command without its quotes',
    args: ['sh', 'started'],
    says: /put the command in quotes: wordhost bananagrams "sh started"/,
  },
  {
    mistake: 'an option by its name in another program',
    args: ['--rounds', '3', ...two],
    says: /unknown option --rounds; in this command it is --games/,
  },
  {
    mistake: 'an unknown option',
    args: ['--stal', '10s', ...two],
    says: /unknown option --stal; did you mean --stall\?.*--help/,
  },
  {
    mistake: 'no- before an option that is no flag',
    args: ['--no-stall', ...two],
    says: /unknown option --no-stall: --stall .*time.*unit/,
  },
  {
    mistake: 'a shell that is not there',
    args: ['--shell', '/nope', ...two],
    says: /--shell \/nope: expected an executable program/,
  },
  {
    mistake: 'a folder for records that nobody can make',
    args: ['--record', '/proc/nope', ...two],
    says: /--record \/proc\/nope cannot be used/,
  },
  {
    mistake: 'an option that is like no other',
    args: ['--xyzzy', ...two],
    says: /unknown option --xyzzy \(--help/,
  },
  {
    mistake: 'an option without its value',
    args: [...two, '--stall'],
    says: /--stall: .*time.*unit.*; got nothing/,
  },
  {
    mistake: 'a bunch too small for all players',
    args: ['--bunch', 'last-bunch', ...two],
    says: /6 tiles.*42|42.*6/,
  },
  { mistake: 'a hand too large for the bunch', args: ['--hand', '73', ...two], says: /144.*146|146.*144/ },
  {
    mistake: 'a line of the bunch that is none',
    args: ['--bunch', 'odd-bunch', ...two],
    says: /odd-bunch: line 2: .*B many/,
  },
  {
    mistake: 'a bunch that is not there',
    args: ['--bunch', 'no-bunch', ...two],
    says: /--bunch: cannot read no-bunch/,
  },
  {
    mistake: 'a duration without a unit',
    args: ['--stall', '10', ...two],
    says: /--stall: .*time.*unit \(us, ms, s, m, h\), such as 250ms or 10s, from 0 to 24h; got "10"; did you mean 10s\?$/m,
  },
  {
    mistake: 'a duration out of range',
    args: ['--grace', '2h', ...two],
    says: /--grace: expected .*from 0 to 10m; got "2h"/,
  },
  {
    mistake: 'a size without a unit',
    args: ['--max-unread', '5000', ...two],
    says: /--max-unread: .*size.*unit.*got "5000"; did you mean 5000M\?$/m,
  },
  {
    mistake: 'a flag that is neither true nor false',
    args: ['--json=maybe', ...two],
    says: /--json: expected true or false; got "maybe"/,
  },
  {
    mistake: 'a count out of range',
    args: ['--games', '0', ...two],
    says: /--games: expected a whole number from 1 to 1000000; got "0"/,
  },
  {
    mistake: 'a count that is none',
    args: ['--games', 'many', ...two],
    says: /--games: expected a whole number.*got "many"/,
  },
  {
    mistake: 'a choice that is none',
    args: ['--sandbox', 'iron', ...two],
    says: /--sandbox: expected one of auto.*; got "iron"$/m,
  },
  {
    mistake: 'a choice with a letter too few',
    args: ['scrabble', '--rules', 'tornament', ...two],
    says: /--rules: expected one of .*; got "tornament"; did you mean tournament\?$/m,
  },
  {
    mistake: 'a built-in board with a letter too few',
    args: ['scrabble', '--board', 'oficial', ...two],
    says: /--board: cannot read oficial: .*\(ENOENT\); did you mean official\? Expected: board: /,
  },
  {
    mistake: 'built-in tiles with a letter too few',
    args: ['scrabble', '--tiles', 'englsh', ...two],
    says: /--tiles: cannot read englsh: .*\(ENOENT\); did you mean english\? Expected: tiles: /,
  },
  {
    mistake: 'several mistakes on one line',
    args: ['scrabble', '--timeout', '2', '--handsize', 'x', ...two],
    says: /^wordhost: --handsize: expected .*; got "x"\n--timeout: expected .*; got "2"; did you mean 2s\?$/m,
  },
  {
    mistake: 'a port for a server',
    args: ['serve', '--port', '8080'],
    says: /unknown option --port; in this command it is --listen/,
  },
  {
    mistake: 'no database for a worker',
    args: ['worker'],
    says: /worker: expected a database, as in `wordhost worker postgres:.*`; got nothing$/m,
  },
  {
    mistake: 'a report of a tournament file',
    args: ['report', 'saved.yml'],
    says: /saved\.yml: expected a store of wordhost; .*The .*tournament.*beside.*: saved\.db$/m,
  },
  {
    mistake: 'a report of a tournament file that was not played',
    args: ['report', 'cup.yml'],
    says: /beside it: cup\.db, which `wordhost tournament cup\.yml` makes$/m,
  },
  {
    mistake: 'two faults of a configuration file',
    args: ['--config', 'two-faults.yaml', ...two],
    says: /^wordhost: two-faults\.yaml:\d+:1: unknown option "gamse"; did you mean games\?\ntwo-faults\.yaml:\d+:1: stall: expected .*; got "10"; did you mean 10s\?$/m,
  },
  {
    mistake: 'two faults of a tournament file',
    args: ['tournament', 'two-faults.yml'],
    says: /^wordhost: two-faults\.yml:2:1: playrs: .*; did you mean players\?\ntwo-faults\.yml:3:1: roundz: .*\ntwo-faults\.yml:1:1: format: expected .*; got nothing$/m,
  },
  {
    mistake: 'faults in the options and the players of a tournament file',
    args: ['tournament', 'three-faults.yml'],
    says: /^wordhost: three-faults\.yml:4:12: options\.timeout: .*\nthree-faults\.yml:2:38: players\[0\]\.options\.memory: .*\nthree-faults\.yml:2:55: players\[1\]\.command: python3 alone .*$/m,
  },
  {
    mistake: 'a condition that is none',
    args: ['--require', 'fame>3', ...two],
    says: /--require fame>3: expected one of winner, offences, games/,
  },
  {
    mistake: 'a condition that cannot be read',
    args: ['--require', 'winner', ...two],
    says: /--require winner: .*condition.*winner=1/,
  },
  {
    mistake: 'a condition of somebody who does not play',
    args: ['--require', 'games.3>=1', ...two],
    says: /unknown player 3: 2 play/,
  },
  {
    mistake: 'a score where there is none',
    args: ['--require', 'score.1>=300', ...two],
    says: /bananagrams has no score; it has peels/,
  },
  {
    mistake: 'one event log for several games',
    args: ['--events', 'log', '--games', '2', ...two],
    says: /--events and --games 2: use one or the other: for several games --record DIR writes a file for each/,
  },
  {
    mistake: 'a mirrored game that is missing its other half',
    args: ['--mirrored', '--games', '5', ...two],
    says: /--mirrored: expected a multiple of 2, .*number.*players.* --games 6; got 5/,
  },
  {
    mistake: 'mirrored games in which nobody moves on',
    args: ['--mirrored', '--no-rotate', '--games', '2', ...two],
    says: /--mirrored and --no-rotate: use one or the other: with --mirrored .*seat once/,
  },
  {
    mistake: 'no player',
    args: ['bananagrams'],
    says: /bananagrams is for 1 to \d+ players; got 0.*--help/,
  },
  {
    mistake: 'more names than players',
    args: ['--name', 'A', '--name', 'B', player],
    says: /--name: got 2 names, but there is 1 player$/m,
  },
  { mistake: 'an empty command', args: [player, ' '], says: /player 2 is an empty command/ },
  {
    mistake: 'a mistyped command',
    args: ['replya', 'games/x.jsonl'],
    says: /unknown command "replya"; did you mean replay\?.*wordhost bananagrams \.\/replya/,
  },
  {
    mistake: 'a mistyped built-in player',
    args: ['player', 'bananagram'],
    says: /unknown player "bananagram"; did you mean bananagrams\?/,
  },
  { mistake: 'a dictionary that is not there', args: ['--dictionary', 'no.txt', ...two], says: /no\.txt/ },
  {
    mistake: 'a dictionary with a line that is no word',
    args: ['--dictionary', 'bad-words.txt', ...two],
    says: /bad-words\.txt: line 2: "w0rd" is not a word.*\n *Remove this line/,
  },
  {
    mistake: 'skipping in a list without a word',
    args: ['--skip-non-words', '--dictionary', 'no-words.txt', ...two],
    says: /no-words\.txt: the list is empty/,
  },
  {
    mistake: 'a configuration file that is not there',
    args: ['--config', 'no.yaml', ...two],
    says: /--config: cannot read no\.yaml: .*no such file/,
  },
  {
    mistake: 'a configuration file that is none',
    args: ['--config', 'broken.json', ...two],
    says: /broken\.json:\d+:\d+: /,
  },
  {
    mistake: 'a list as configuration',
    args: ['--config', 'a-list.yaml', ...two],
    says: /expected.*values.* `games: 10`/,
  },
  {
    mistake: 'an unknown option in a file',
    args: ['--config', 'unknown.yaml', ...two],
    says: /unknown\.yaml:\d+:\d+: unknown option "gamse"; did you mean games\?/,
  },
  {
    mistake: 'a wrong value in a file',
    args: ['--config', 'odd-value.yaml', ...two],
    says: /odd-value\.yaml:\d+:\d+: stall: .*time.*unit.*got "10"/,
  },
  {
    mistake: 'an unknown variable',
    args: two,
    env: { WORDHOST_OPT_STALLS: '3s' },
    says: /WORDHOST_OPT_STALLS: unknown option; did you mean WORDHOST_OPT_STALL\?/,
  },
  {
    mistake: 'a wrong value in a variable',
    args: two,
    env: { WORDHOST_OPT_STALL: '3' },
    says: /WORDHOST_OPT_STALL: .*time.*unit.*got "3"/,
  },
  {
    mistake: 'a record that is not there',
    args: ['replay', 'no.jsonl'],
    says: /no\.jsonl: no such file/,
  },
  {
    mistake: 'a record that is none',
    args: ['replay', 'words.txt'],
    says: /words\.txt: expected a record of wordhost/,
  },
  {
    mistake: 'a grid that is none',
    args: ['judge', 'bananagrams', '003003AB'],
    says: /"003003AB" is not a valid grid: /,
  },
  {
    mistake: 'a flag that is turned off, with a value',
    args: ['--no-rotate=true', ...two],
    says: /--no-rotate=true: --no-rotate takes no value\. Write --rotate or --no-rotate/,
  },
  {
    mistake: 'a flag with a value after a space',
    args: ['--json', 'true', ...two],
    says: /--json true: .*flag.*no.*space\. Write --json or --no-json; write.*named.* --/,
  },
  {
    mistake: 'an option of another command',
    args: ['--gates', '5', ...two],
    says: /unknown option --gates here; .*option.*race \(--help/,
  },
  {
    mistake: 'an option of another command, where the command has no options of its own',
    args: ['judge', '--gates', '5'],
    says: /unknown option --gates here; .*option.*race/,
  },
  {
    mistake: 'an option of the commands below this one',
    args: ['compare', '--json', './new', './old'],
    says: /here; .*compare.*compare.*compare.* \(/,
  },
  {
    mistake: 'an option of many commands',
    args: ['play', '--sandbox', 'strict'],
    says: /here; .*option.*bananagrams, (wordhost [a-z ]+, ){4}wordhost [a-z ]+ and \d+ more commands \(/,
  },
  {
    mistake: 'an option of a game, for a tournament',
    args: ['tournament', '--sandbox', 'strict', 'league.yml'],
    says: /more commands\. Options .*players.*tournament file: `options: \{ sandbox: strict \}` \(/,
  },
  {
    mistake: 'a short option that is none',
    args: ['-x', ...two],
    says: /unknown option -x \(--help/,
  },
  {
    mistake: 'a wrong value before a right one',
    args: ['--grace', 'soon', '--grace', '1s', ...two],
    says: /--grace: .*time.*unit.*got "soon"/,
  },
  {
    mistake: 'a wrong value in a variable, for a command that plays nothing',
    args: ['judge', 'boggle', '--board', 'CA/TS', 'CAT'],
    env: { WORDHOST_OPT_WIDTH: 'wide' },
    says: /WORDHOST_OPT_WIDTH: expected a whole number.*got "wide"/,
  },
  {
    mistake: 'a wrong value in a file, for a command that plays nothing',
    args: ['replay', '--config', 'odd-delay.yaml', 'x.jsonl'],
    says: /odd-delay\.yaml:1:1: delay: .*time.*unit.*got "5"/,
  },
  {
    mistake: 'an option of another command in a file',
    args: ['lexicon', '--config', 'odd-delay.yaml', 'info'],
    says: /odd-delay\.yaml:1:1: unknown option "delay" here; .*option.*replay/,
  },
  {
    mistake: 'the name of a form as an option of report',
    args: ['report', '--html', 'page.html', 'league.db'],
    says: /unknown option --html; in this command it is --as html \(/,
  },
  {
    mistake: 'the name of a form as an option of export',
    args: ['export', '--svg', 'page.svg', 'game.jsonl'],
    says: /unknown option --svg; in this command it is --as svg \(/,
  },
  {
    mistake: 'a page of a game that is played',
    args: ['--html', 'page.html', ...two],
    says: /unknown option --html: pages.*games: wordhost report STORE --as html/,
  },
  {
    mistake: 'a number of games of a tournament',
    args: ['tournament', '--game', '3', 'league.yml'],
    says: /--game requires --roster FOLDER: .*tournament file names.* `format`, the number of games/,
  },
  {
    mistake: 'a game of a tournament',
    args: ['tournament', '--game', 'boggle', 'league.yml'],
    says: /--game requires --roster FOLDER: .*tournament.*names/,
  },
  {
    mistake: 'reminders without a link',
    args: ['serve', '--smtp', 'smtp://mail.example'],
    says: /--smtp requires --public-url URL: .*confirm.*addresses/,
  },
  {
    mistake: 'settings of mails without a mail server',
    args: ['serve', '--from', 'a@b.example'],
    says: /--from requires --smtp URL/,
  },
  ...nestedTooDeep,
  ...miscounted,
];

t.test('a mistake on the command line: exit 2, said in short, and nobody is started', async (t) => {
  for (const { mistake, args, says, env } of mistakes)
    t.test(mistake, async (t) => {
      const { status, stdout, stderr } = await say(args, { cwd, ...(env && { env }) });
      t.equal(status, 2, stderr);
      t.match(stderr, says);
      t.match(stderr, /^wordhost: [^\n]+\n([^\n]+\n){0,2}$/, 'a line, and perhaps what to do with a command');
      t.equal(stdout, '');
      t.notOk(existsSync(join(cwd, 'started')));
    });
});

t.test('without a word, with help, and with --help, it says how it is used', async (t) => {
  for (const args of [[], ['--help'], ['-h'], ['help']]) {
    const { status, stdout, stderr } = await say(args);
    t.equal(status, 0, stderr);
    t.match(stdout, /wordhost/);
  }
  const help = await say(['bananagrams', '--help']);
  t.match(help, { status: 0, stderr: '' });
  for (const option of ['--stall', '--photo-finish', '--max-late', '--ready-timeout'])
    t.match(help.stdout, option);
  t.equal((await say(['help', 'bananagrams'])).stdout, help.stdout);
  for (const word of ['version', '-v'])
    t.match(await say([word]), { status: 0, stdout: /^\d+\.\d+\.\d+\n$/ });
});

t.test('every command has its options from a variable and from a file, too', async (t) => {
  const board = 'CA/TS';
  const folder = t.testdir({ 'own.yaml': `board: ${board}\njson: true\n` });
  const word = ['judge', 'boggle', 'CAT'];
  const right = {
    status: 0,
    stdout: '{"word":"CAT","right":true,"points":1,"path":[0,1,2]}\n',
    stderr: '',
  };
  const environment = { WORDHOST_OPT_BOARD: board, WORDHOST_OPT_JSON: 'true', WORDHOST_OPT_STALL: '3s' };
  t.match(await say([...word, '--board', board, '--json']), right);
  t.match(await say(word, { env: environment }), right);
  t.match(await say([...word, '--config', 'own.yaml'], { cwd: folder }), right);
  t.match(await say(word, { cwd: folder, env: { WORDHOST_OPT_CONFIG: 'own.yaml' } }), right);
  t.match((await say(word, { env: { ...environment, WORDHOST_OPT_SEED: '1' } })).stdout, '"right":true');
  const listed = await say(['lexicon', 'check', 'AA'], {
    cwd,
    env: { WORDHOST_OPT_DICTIONARY: 'words.txt' },
  });
  t.match(listed, { status: 0, stdout: 'AA: a word\n' });
  const steps = await say(['check', 'boggle', '--list'], {
    env: { WORDHOST_OPT_ONLY: '1', WORDHOST_OPT_JSON: '1' },
  });
  t.match(steps, { status: 0, stdout: /^\{"number":1,[^\n]+\n$/ });
});

t.test('a player that is the command true goes after --', async (t) => {
  const { status, stderr } = await say(['--quiet', '--', 'true', 'true'], { cwd });
  t.equal(status, 1);
  t.match(stderr, /player 1 \(true\): could not be started/);
});

t.test('what the system refuses is said in words', async (t) => {
  for (const [args, says] of [
    [
      ['new', 'python', 'boggle', '/proc/none/bot'],
      /^wordhost: cannot write \/proc\/none\/bot: no such file or folder/,
    ],
    [['new', 'python', 'boggle', '/dev/null/bot'], /cannot write .*: .*part.*not.*folder \(ENOTDIR\)/],
    [['board', 'show', 'nope.json'], /board nope\.json: cannot be read: no such file or folder \(ENOENT\),/],
    [
      ['check', 'boggle', '--out', '/proc/none', 'true'],
      /--out \/proc\/none cannot be used: no such file or folder/,
    ],
    [['lexicon', 'build', 'words.txt', '--output', '/proc/none'], /cannot write .*: no such file/],
  ] as const) {
    const { status, stderr } = await say(args, { cwd });
    t.equal(status, 2, stderr);
    t.match(stderr, says);
    t.notMatch(stderr, /ENOENT:|ENOTDIR:/);
  }
});

t.test('a seat that cannot begin is a usage error', async (t) => {
  for (const [args, said] of [
    [['scrabble', '--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
    [['boggle', '--rules', 'turns', '--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
    [['boggle', '--first', '1'], /--first is for --rules turns: .*classic.*once/],
    [['scrabble', '--first', '0'], /--first: expected a whole number from 1 to 16.*; got "?0/],
    [['bananagrams', '--first', '1'], /unknown option --first/],
  ] as const) {
    const { status, stderr } = await say([...args, 'true', 'true']);
    t.match({ status, stderr }, { status: 2, stderr: said }, args.join(' '));
  }
});
