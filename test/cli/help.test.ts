import t from 'tap';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { commandHelp, generalHelp } from '../../host/cli/help.ts';
import { choicesOf } from '../../host/games/kit/option.ts';
import { allCommands } from '../docs/option-tables.ts';
import { isQuick, tryExamples } from './help-examples.ts';
import { say } from './in-process.ts';

const commands = await allCommands();

for (const [name, command] of commands) {
  t.test(`wordhost ${name} --help`, async (t) => {
    const help = commandHelp(name, command);
    t.match(help.replaceAll(/\n */g, ' '), `wordhost ${name} ${command.operands.form} `);
    for (const [option, spec] of Object.entries(command.options)) {
      const shown = spec.kind === 'flag' && spec.default ? `--no-${option}` : `--${option}`;
      t.match(help, `\n  ${shown}`);
      if (spec.kind === 'choice') t.match(help, `${shown} ${choicesOf(spec).join('|')}`);
      if (spec.kind === 'duration') t.match(help, /\nTIME .*number.*unit: .*250ms/);
      if (spec.kind === 'size') t.match(help, /\nSIZE .*number.*unit: .*512M/);
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
  // A path stays in one piece, however long it is.
  const general = generalHelp(commandsOf(gameWords), gameWords, 50).replace(/^Documents: .*$/m, '');
  t.match(general, /^.{1,50}(\n.{0,50})*$/);
});

t.test('-h is a screen with the options of every day, and --help has all', async (t) => {
  const [brief, all] = await Promise.all(['-h', '--help'].map(async (word) => await say(['scrabble', word])));
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
