import { meant } from '../core/text/near-name.ts';
import { visibleJson } from '../core/text/visible.ts';
import { UsageError } from '../core/usage-error.ts';
import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { expected } from '../games/kit/option-text.ts';
import { readSettingFile } from './setting-file.ts';
import type { OptionSource } from './settle-options.ts';

/** The options of one command, and who else has one of a name that it does not have. */
export interface KnownOptions {
  readonly table: OptionTable;
  /** `wordhost race, wordhost check`; none where no command has such an option. It may take a while. */
  elsewhere(name: string): Promise<string | undefined>;
}

const PREFIX = 'WORDHOST_OPT_';

/** Where options may be besides the command line: the environment, and a file that one of them names. */
export async function sourcesBeside(
  line: Pick<OptionSource, 'where' | 'said'>,
  environment: NodeJS.ProcessEnv,
  known: KnownOptions,
): Promise<readonly OptionSource[]> {
  const variables = await fromEnvironment(environment, known);
  const naming = [line, variables].find(({ said }) => said.config !== undefined);
  if (naming === undefined) return [variables];
  const path = [naming.said.config!].flat().at(-1)!;
  const isShared = naming === variables;
  return [variables, await fromConfigFile(path, isShared, naming.where('config'), known)];
}

/** Variables are for all commands: they may be options of others, but not of none. */
async function fromEnvironment(environment: NodeJS.ProcessEnv, known: KnownOptions): Promise<OptionSource> {
  const said: Record<string, string> = {};
  for (const [variable, text] of Object.entries(environment)) {
    if (text === undefined || !variable.startsWith(PREFIX)) continue;
    const name = variable.slice(PREFIX.length).toLowerCase().replaceAll('_', '-');
    if (Object.hasOwn(known.table, name) && variable === variableOf(name)) said[name] = text;
    else if (variable !== variableOf(name) || (await known.elsewhere(name)) === undefined)
      throw new UsageError(
        `${variable}: there is no such option${meant(variable, Object.keys(known.table).map(variableOf))}`,
      );
  }
  return { where: variableOf, said, isShared: true };
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
): Promise<OptionSource> {
  const said: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(await parseConfig(path, naming))) {
    const spec = Object.hasOwn(known.table, name) && name !== 'config' ? known.table[name] : undefined;
    if (spec) said[name] = configText(`${path}: ${name}`, spec, value);
    else await refuseUnlessShared(path, name, isShared, known);
  }
  return { where: (name) => `${path}: ${name}`, said, isShared };
}

/** A file that the environment names is for all commands, one that the line names for this one. */
async function refuseUnlessShared(
  path: string,
  name: string,
  isShared: boolean,
  { table, elsewhere }: KnownOptions,
): Promise<void> {
  const others = name === 'config' ? undefined : await elsewhere(name);
  if (isShared && others !== undefined) return;
  const hint = others === undefined ? meant(name, Object.keys(table)) : `; it is one of ${others}`;
  throw new UsageError(`${path}: there is no option ${visibleJson(name)}${others ? ' here' : ''}${hint}`);
}

async function parseConfig(path: string, naming: string): Promise<Record<string, unknown>> {
  const text = readSettingFile(naming, path);
  const { parse } = await import('yaml');
  let config: unknown;
  try {
    config = parse(text);
  } catch (error) {
    throw new UsageError(`${naming} ${path}: ${(error as Error).message.split('\n')[0]}`);
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new UsageError(`${naming} ${path}: expected options by their names, as in \`games: 10\``);
  return config as Record<string, unknown>;
}

function configText(where: string, spec: OptionSpec, value: unknown): string | readonly string[] {
  if (Array.isArray(value) && spec.kind === 'list') return value.map(String);
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new UsageError(`${where}: expected ${expected(spec)}; got ${visibleJson(value)}`);
}
