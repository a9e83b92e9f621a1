import { together, UsageError } from '../core/errors.ts';
import { meant, visibleJson } from '../core/text.ts';
import type { OptionTable } from '../games/kit/option.ts';
import { perPlayer } from '../games/kit/option.ts';
import { type Config, configText, isNumber, readConfig } from './config/config-file.ts';
import { type PlayersInFile, readPlayers } from './config/players-in-file.ts';
import { type OptionSource, settleOptions } from './settle-options.ts';

/** The options of one command, and who else has one of a name that it does not have. */
export interface KnownOptions {
  readonly table: OptionTable;
  /** The file may have players. */
  readonly takesPlayers?: boolean | undefined;
  /** `wordhost race, wordhost check`; none where no command has such an option. It may take a while. */
  elsewhere(name: string): Promise<string | undefined>;
  /** The names of the options of all commands. It may take a while. */
  everywhere(): Promise<readonly string[]>;
}

const PREFIX = 'WORDHOST_OPT_';

/** A configuration file, and the players in it, if it has any. */
export interface ConfigFile extends OptionSource {
  readonly players?: PlayersInFile | undefined;
}

/** The sources of options besides the command line. */
export interface SourcesBeside {
  readonly variables: OptionSource;
  /** Named by the line, or by a variable. */
  readonly file?: ConfigFile;
}

export async function sourcesBeside(
  line: Pick<OptionSource, 'where' | 'texts'>,
  environment: NodeJS.ProcessEnv,
  known: KnownOptions,
): Promise<SourcesBeside> {
  const variables = await fromEnvironment(environment, known);
  const naming = [line, variables].find(({ texts }) => texts.config !== undefined);
  if (naming === undefined) return { variables };
  const path = [naming.texts.config!].flat().at(-1)!;
  const isShared = naming === variables;
  return { variables, file: await fromConfigFile(path, isShared, naming.where('config'), known) };
}

/** Variables are for all commands: they may be options of others, but not of none. */
async function fromEnvironment(environment: NodeJS.ProcessEnv, known: KnownOptions): Promise<OptionSource> {
  const texts: Record<string, string> = {};
  for (const [variable, text] of Object.entries(environment)) {
    // CI services hand on inputs that nobody gave as empty ones.
    if (text === undefined || text === '' || !variable.startsWith(PREFIX)) continue;
    const name = variable.slice(PREFIX.length).toLowerCase().replaceAll('_', '-');
    if (Object.hasOwn(known.table, name) && variable === variableOf(name)) texts[name] = text;
    else if (variable !== variableOf(name) || (await known.elsewhere(name)) === undefined)
      throw new UsageError(
        `${variable}: unknown option${hintFor(name, await namesOfAll(known), known.table, asVariable)}`,
      );
  }
  return { where: variableOf, texts, isShared: true };
}

/** The form of an option in a source, and the form that turns a flag off there. */
interface Written {
  written(name: string): string;
  off(flag: string): string;
}

const asVariable: Written = { written: variableOf, off: (flag) => `${variableOf(flag)}=false` };
const inFile: Written = { written: (name) => name, off: (flag) => `${flag}: false` };

/** Finds the option that an unknown name may mean. */
function hintFor(
  name: string,
  names: readonly string[],
  table: OptionTable,
  { written, off }: Written,
): string {
  const flag = name.startsWith('no-') ? name.slice('no-'.length) : '';
  const isFlag = Object.hasOwn(table, flag) && table[flag]!.kind === 'flag';
  return isFlag ? `; to turn it off, write ${off(flag)}` : meant(name, names, written);
}

async function namesOfAll({ table, everywhere }: KnownOptions): Promise<readonly string[]> {
  return [...new Set([...Object.keys(table), ...(await everywhere())])];
}

function variableOf(name: string): string {
  return `${PREFIX}${name.toUpperCase().replaceAll('-', '_')}`;
}

/** A configuration file: the options by their names, as on the command line. */
async function fromConfigFile(
  path: string,
  isShared: boolean,
  naming: string,
  known: KnownOptions,
): Promise<ConfigFile> {
  const texts: Record<string, string | readonly string[]> = {};
  const config = await readConfig(path, naming);
  const where = (name: string) => `${config.positionOf([name])}: ${name}`;
  let players: PlayersInFile | undefined;
  const parts: (() => void)[] = [];
  for (const [name, value] of Object.entries(config.values)) {
    const spec = Object.hasOwn(known.table, name) && name !== 'config' ? known.table[name] : undefined;
    if (spec) parts.push(() => void (texts[name] = configText(where(name), spec, value)));
    else if (name === 'players' && known.takesPlayers)
      parts.push(() => void (players = playersIn(path, config, isShared, known.table)));
    else {
      const problem = await unknownOption(name, isShared, known);
      if (problem !== undefined) parts.push(() => refuse(`${config.positionOf([name])}: ${problem}`));
    }
  }
  try {
    together(parts);
  } catch (error) {
    const table = Object.fromEntries(Object.keys(texts).map((name) => [name, known.table[name]!]));
    together([() => refuse((error as Error).message), () => void settleOptions(table, [{ where, texts }])]);
  }
  return { where, texts, isShared, players };
}

function refuse(problem: string): never {
  throw new UsageError(problem);
}

/** In a file for all commands, a number of `players` is an option of another command. */
function playersIn(
  path: string,
  { values: { players }, positionOf }: Config,
  isShared: boolean,
  table: OptionTable,
): PlayersInFile | undefined {
  if (!isShared) return { path, players: readPlayers(players, positionOf, perPlayer(table, 'turns')) };
  if (isNumber(players)) return undefined;
  throw new UsageError(
    `${positionOf(['players'])}: players: a file with players is for one command: use --config instead of ${variableOf('config')}`,
  );
}

/** A file that the environment names is for all commands, one that the line names for this one. */
async function unknownOption(
  name: string,
  isShared: boolean,
  known: KnownOptions,
): Promise<string | undefined> {
  if (name === 'config') return 'unknown option "config": a config file cannot name another one';
  const others = await known.elsewhere(name);
  if (isShared && others !== undefined) return undefined;
  const names = isShared ? await namesOfAll(known) : Object.keys(known.table);
  const hint =
    others === undefined ? hintFor(name, names, known.table, inFile) : `; it is an option of ${others}`;
  return `unknown option ${visibleJson(name)}${others ? ' here' : ''}${hint}`;
}
