import { visible } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';
import { isInterpreter } from '../../seats/process/starting/interpreters.ts';

/** The commands of players, before anything is started. `call`: what stands before them on the command line. */
export function checkCommands(commands: readonly string[], call: string): void {
  const empty = commands.findIndex((command) => command.trim() === '');
  if (empty !== -1) throw new UsageError(`player ${empty + 1} is an empty command`);
  const web = commands.findIndex(isAddress);
  if (web !== -1) throw new UsageError(`player ${web + 1} is ${seatAddress(commands[web]!)}`);
  const torn = commands.findIndex(isInterpreter);
  if (torn === -1) return;
  const word = commands[torn]!;
  const whole = joined(commands).map(quotedWord).join(' ');
  throw new UsageError(
    torn === commands.length - 1
      ? `player ${torn + 1} is ${word} alone, which would take what the host writes as its program: name the bot's file too, in quotes: ${call} "${word} FILE"`
      : `player ${torn + 1} is ${word} alone, and ${commands[torn + 1]} is another player: put the command in quotes: ${call} ${whole}`,
  );
}

/** A command in a file, where each player has its own. */
export function checkWhole(command: string, where: string): void {
  if (isAddress(command)) throw new UsageError(`${where}: ${seatAddress(command)}`);
  if (isInterpreter(command))
    throw new UsageError(
      `${where}: ${command} alone would take what the host writes as its program: name the bot's file too, as in \`command: ${command} FILE\``,
    );
}

const isAddress = (command: string): boolean => /^https?:\/\/\S+$/i.test(command.trim());

const seatAddress = (address: string): string =>
  `an address: a bot that is a web server is seated by "wordhost player merknera ${visible(address.trim())}"`;

/** Each interpreter with the word after it. */
function joined(commands: readonly string[]): string[] {
  const whole: string[] = [];
  for (let index = 0; index < commands.length; index++) {
    const word = commands[index]!;
    const next = commands[index + 1];
    const isTorn = isInterpreter(word) && next !== undefined && !isInterpreter(next);
    whole.push(isTorn ? `${word} ${next}` : word);
    if (isTorn) index++;
  }
  return whole;
}

function quotedWord(command: string): string {
  if (/^[\w./-]+$/.test(command)) return command;
  return /^[\w./ =,:-]+$/.test(command) ? `"${command}"` : `'${command.replaceAll("'", `'\\''`)}'`;
}

/** Players by their names as given, or their commands. No two have the same: results and conditions go by names. */
export function entriesOf(
  commands: readonly string[],
  names: readonly string[],
): { readonly name: string; readonly command: string }[] {
  const taken = new Set<string>();
  return commands.map((command, index) => {
    const given = names[index] ?? command;
    let name = given;
    for (let number = 2; taken.has(name); number++) name = `${given} #${number}`;
    taken.add(name);
    return { name, command };
  });
}
