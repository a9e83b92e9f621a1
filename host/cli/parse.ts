import { UsageError } from '../core/usage-error.ts';
import { version } from '../core/version.ts';
import type { OptionTable } from '../games/kit/option.ts';
import { everyCommandOptions } from '../settings/every-command-options.ts';
import { type OptionSource, settleOptions } from '../settings/settle-options.ts';
import { type KnownOptions, sourcesBeside } from '../settings/sources.ts';
import { isColoured } from '../views/terminal/paint.ts';
import type { Call, Command, Commands } from './command.ts';
import type { GamesWords } from './game-words.ts';
import { commandHelp, generalHelp } from './help.ts';
import { checkResultsAreTaken } from './output.ts';
import { readWords, type Words } from './read-words.ts';
import { refuseUnknown } from './unknown/refuse-unknown.ts';

/** Parses the arguments and runs the command. */
export async function parse(
  words: readonly string[],
  commands: Commands,
  games: GamesWords,
): Promise<number> {
  const [name, ...rest] = words;
  if (name === '--help') return print(generalHelp(commands, games));
  const command = await commands[name!]!.load();
  const [next = '', ...others] = rest;
  const below = command.each && Object.hasOwn(command.each, next) ? command.each[next] : undefined;
  return below
    ? await runCommand(`${name} ${next}`, await below.load(), others, commands)
    : await runCommand(name!, command, rest, commands);
}

async function runCommand(
  name: string,
  command: Command,
  rest: readonly string[],
  commands: Commands,
): Promise<number> {
  if (command.passesOn) return await command.run(passedOn(rest));
  const table: OptionTable = { ...command.options, ...everyCommandOptions };
  const words = readWords(rest, table);
  if (words.help) return print(commandHelp(name, command));
  if (words.version) return print(version);
  const known: KnownOptions = { table, elsewhere: (option) => commandsWith(option, commands) };
  await refuseUnknown(rest, words, command, known);
  const call = await callOf(words, known);
  if (call.options.json === true) checkResultsAreTaken('--json');
  checkOperands(name, command, call.operands);
  return await command.run(call);
}

function passedOn(operands: readonly string[]): Call {
  const options = settleOptions(everyCommandOptions, []);
  return { operands, options, said: () => undefined, saidHere: () => undefined, coloured: false };
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

async function callOf({ said, operands }: Words, known: KnownOptions): Promise<Call> {
  const where = (name: string) => (said[name]?.at(-1) === 'false' ? `--no-${name}` : `--${name}`);
  const line: OptionSource = { where, said };
  const sources = [line, ...(await sourcesBeside(line, process.env, known))];
  const options = settleOptions({ ...known.table, ...everyCommandOptions }, sources);
  const here = sources.filter(({ isShared }) => !isShared);
  return {
    operands,
    options,
    said(name) {
      const texts = sources.map((source) => source.said[name]).find((each) => each !== undefined);
      return texts === undefined ? undefined : [texts].flat();
    },
    saidHere: (name) => here.find((source) => source.said[name] !== undefined)?.where(name),
    coloured: isColoured(process.stdout, options.color, process.env),
  };
}

function checkOperands(name: string, { operands }: Command, words: readonly string[]): void {
  const { min, max, expected } = operands;
  if (words.length >= min && words.length <= max) return;
  const came = words.length === 0 ? 'nothing' : words.map((word) => JSON.stringify(word)).join(' ');
  throw new UsageError(`${name}: expected ${expected}; got ${came}`);
}

/** Which commands have this option: to say where a word belongs that is out of place. */
async function commandsWith(option: string, commands: Commands): Promise<string | undefined> {
  const found: string[] = [];
  for (const [name, each] of Object.entries(commands)) {
    const command = await each.load();
    if (Object.hasOwn(command.options, option)) found.push(`wordhost ${name}`);
    for (const [word, below] of Object.entries(command.each ?? {}))
      if (Object.hasOwn((await below.load()).options, option)) found.push(`wordhost ${name} ${word}`);
  }
  return found.length === 0 ? undefined : found.join(', ');
}
