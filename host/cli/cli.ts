import './compile-by-need.ts';
import { UsageError } from '../core/errors.ts';
import { meant } from '../core/text.ts';
import { version } from '../core/version.ts';
import type { OptionTable } from '../games/kit/option.ts';
import { everyCommandOptions } from '../settings/options.ts';
import { refuseBroken } from '../settings/relations.ts';
import { type OptionSource, settleOptions } from '../settings/settle-options.ts';
import { type KnownOptions, sourcesBeside } from '../settings/sources.ts';
import { isColoured } from '../views/terminal/paint.ts';
import { type Call, type CalledCommand, type Command, type Commands, findCommand } from './command.ts';
import { commandsOf, commandsWith, optionNames } from './commands.ts';
import type { GamesWords } from './game-words.ts';
import { commandHelp, generalHelp, helpWidth } from './help.ts';
import { checkResultsAreTaken } from './output.ts';
import { canBeRun, type ParsedWords, parseWords, refuseMisplaced, refuseUnknown } from './parse.ts';
import { endWith, prepareProcess, refuseOtherBytes } from './process/process.ts';
import { isWorker } from './process/start.ts';

/** The scripts of `wordhost completion` begin their questions with this. */
const COMPLETION_WORD = '--get-yargs-completions';

/** The command line with these games, from its words to the exit status of the process. */
export async function run(
  games: GamesWords,
  words: readonly string[] = process.argv.slice(2),
): Promise<void> {
  prepareProcess();
  if (isWorker()) return await (await import('./jobs/work.ts')).work(games);
  await endWith(() => statusOf(words, games));
}

async function statusOf(words: readonly string[], games: GamesWords): Promise<number> {
  refuseOtherBytes(words);
  const commands = commandsOf(games);
  const [first] = Object.keys(games);
  if (words[0] === COMPLETION_WORD) return await printCompletions(words.slice(1), commands);
  return await obey(await withCommand(words, commands, first!), commands, games);
}

/** The shell calls this at each press of the tab key. */
async function printCompletions(words: readonly string[], commands: Commands): Promise<number> {
  const { completions } = await import('./commands/completion.ts');
  process.stdout.write((await completions(words, commands)).map((line) => `${line}\n`).join(''));
  return 0;
}

/** `wordhost PLAYER…` plays the first game, unless the first word is the name of a command. */
async function withCommand(
  words: readonly string[],
  commands: Commands,
  firstGame: string,
): Promise<readonly string[]> {
  const [first, ...more] = words;
  if (first === undefined || isHelp(first)) {
    // `help GAME` and `--help GAME` also work for commands below a command.
    const [asked = ''] = more;
    if (Object.hasOwn(commands, asked)) return [...more, '--help'];
    const near = meant(asked, Object.keys(commands));
    if (near !== '') throw new UsageError(`unknown command ${JSON.stringify(asked)}${near}`);
    return ['--help'];
  }
  if (isVersion(first)) return [firstGame, '--version'];
  if (Object.hasOwn(commands, first)) return words;
  if (first.startsWith('-')) {
    await refuseMisplaced(words, commands, firstGame);
    return [firstGame, ...words];
  }
  const near = meant(first, Object.keys(commands));
  if (near !== '' && !canBeRun(first))
    throw new UsageError(
      `unknown command ${JSON.stringify(first)}${near} To start a player of that name, write: wordhost ${firstGame} ./${first}`,
    );
  return [firstGame, ...words];
}

const isHelp = (word: string) => ['help', '--help', '-h', '-?', '/?'].includes(word);
const isVersion = (word: string) => ['version', '--version', '-v', '-V'].includes(word);

/** The command that is called, or the one below it; `--help` alone is about all. */
async function obey(words: readonly string[], commands: Commands, games: GamesWords): Promise<number> {
  if (words[0] === '--help') return print(generalHelp(commands, games, helpWidth()));
  return await runCommand(await findCommand(words, commands), commands);
}

async function runCommand({ name, command, rest }: CalledCommand, commands: Commands): Promise<number> {
  if (command.passesOn) return await command.run(passedOn(rest));
  const table: OptionTable = { ...command.options, ...everyCommandOptions };
  const words = parseWords(rest, table);
  if (words.help) return print(commandHelp(name, command, { width: helpWidth(), brief: words.brief }));
  if (words.version) return print(version);
  const known: KnownOptions = {
    table,
    takesPlayers: command.operands.canBeInFile,
    elsewhere: (option) => commandsWith(option, commands, name),
    everywhere: () => optionNames(commands),
  };
  await refuseUnknown(rest, words, command, known);
  const call = await callOf(words, known);
  if (call.options.json === true) checkResultsAreTaken('--json');
  checkOperands(name, command, call.operands);
  return await command.run(call);
}

function passedOn(operands: readonly string[]): Call {
  const options = settleOptions(everyCommandOptions, []);
  const none = () => undefined;
  return { operands, options, textsOf: none, textsBesideFile: none, placeHere: none, coloured: false };
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

async function callOf({ texts, operands }: ParsedWords, known: KnownOptions): Promise<Call> {
  const where = (name: string) => (texts[name]?.at(-1) === 'false' ? `--no-${name}` : `--${name}`);
  const line: OptionSource = { where, texts };
  const { variables, file } = await sourcesBeside(line, process.env, known);
  const besideFile = [line, variables];
  const sources = [...besideFile, ...(file ? [file] : [])];
  const options = settleOptions({ ...known.table, ...everyCommandOptions }, sources);
  refuseBroken({ ...known.table, ...everyCommandOptions }, options, sources);
  const here = sources.filter(({ isShared }) => !isShared);
  return {
    operands,
    options,
    textsOf: (name) => textsOf(sources, name),
    textsBesideFile: (name) => textsOf(besideFile, name),
    players: file?.players,
    placeHere: (name) => here.find((source) => source.texts[name] !== undefined)?.where(name),
    coloured: isColoured(process.stdout, options.color, process.env),
  };
}

function textsOf(sources: readonly OptionSource[], name: string): readonly string[] | undefined {
  const texts = sources.map(({ texts }) => texts[name]).find((each) => each !== undefined);
  return texts === undefined ? undefined : [texts].flat();
}

function checkOperands(name: string, { operands }: Command, words: readonly string[]): void {
  const { min, max, expected } = operands;
  if (words.length >= min && words.length <= max) return;
  const came = words.length === 0 ? 'nothing' : words.map((word) => JSON.stringify(word)).join(' ');
  throw new UsageError(`${name}: expected ${expected}; got ${came}`);
}
