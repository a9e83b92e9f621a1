import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Parser } from 'yargs/helpers';
import { UsageError } from '../core/errors.ts';
import { meant, visible } from '../core/text.ts';
import { shellWord } from '../files/shell.ts';
import { expected, type OptionSpec, type OptionTable, readOption } from '../games/kit/option.ts';
import { isExecutable } from '../seats/process/processes/find-program.ts';
import { everyCommandOptions } from '../settings/options.ts';
import type { KnownOptions } from '../settings/sources.ts';
import { type Command, type Commands, findCommand } from './command.ts';

/** The words after a command's name, divided. Whether an option exists is checked later. */
export interface ParsedWords {
  readonly operands: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Words that look like options and are not in this table. */
  readonly unknown: readonly string[];
  readonly help: boolean;
  /** `-h` shows help with everyday options. */
  readonly brief: boolean;
  readonly version: boolean;
}

const standardOptions = { help: { kind: 'flag' }, h: { kind: 'flag' }, version: { kind: 'flag' } } as const;

export function parseWords(words: readonly string[], table: OptionTable): ParsedWords {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const before = words.slice(0, end).map((word) => withTwoDashes(word, table));
  refuseWrongNext(before, table);
  const read = before.map((word) => withoutValue(flagAlone(word, table), table));
  const isUnknown = (word: string) => isOption(word) && !isKnown(nameIn(word), table);
  const argv = parse(read.filter((word) => !isUnknown(word)).map(shielded), table);
  const { help, h, version, _: operands } = argv;
  return {
    operands: [...operands.map((word) => unshielded(String(word))), ...words.slice(end + 1)],
    unknown: read.filter(isUnknown),
    texts: textsOf(argv, table),
    help: help === true || h === true,
    brief: h === true && help !== true,
    version: version === true,
  };
}

function parse(words: readonly string[], table: OptionTable): Parser.Arguments {
  const names = (isWanted: (kind: string) => boolean) =>
    Object.entries({ ...standardOptions, ...table })
      .filter(([, { kind }]) => isWanted(kind))
      .map(([name]) => name);
  const string = names((kind) => kind !== 'flag');
  return Parser([...words], {
    string,
    boolean: names((kind) => kind === 'flag'),
    narg: Object.fromEntries(string.map((name) => [name, 1])),
    configuration: {
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
    },
  });
}

const isKnown = (name: string | undefined, table: OptionTable) =>
  name !== undefined && (Object.hasOwn(standardOptions, name) || Object.hasOwn(table, name));

/** The whole name. yargs is handed no option that is not in the table: it reads only the first line of a word, and its own list of unknown options lacks `--sandbox:strict`. */
function nameIn(word: string): string | undefined {
  return (/^--no-([^=]+)$/.exec(word) ?? /^--?([^=]+)/.exec(word))?.[1];
}

/** No word of a command line can have it. */
const SHIELD = '\0';

/** yargs takes `-5,-5 across CAT` for an option, and `-5` before a word for one with a value. */
function shielded(word: string): string {
  return /^-\d/.test(word) ? `${SHIELD}${word}` : word;
}

const unshielded = (word: string) => (word.startsWith(SHIELD) ? word.slice(SHIELD.length) : word);

/** Reads `-seed` as `--seed`, as other programs for matches write it. */
function withTwoDashes(word: string, table: OptionTable): string {
  const [, name = ''] = /^-([a-z][a-z-]*)(?:=|$)/.exec(word) ?? [];
  return specOf(table, name) ? `-${word}` : word;
}

/** A number may be below zero, and `-` is standard input. */
function isOption(word: string): boolean {
  return /^-[^\d]/.test(word);
}

function specOf(table: OptionTable, name: string): OptionSpec | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Reads `--json=false` as `--no-json`: yargs takes any value there, and any mistake, as false. */
function flagAlone(word: string, table: OptionTable): string {
  const [, name = '', text = ''] = /^--([a-z-]+)=(.*)$/s.exec(word) ?? [];
  const spec = specOf(table, name);
  const denied = name.startsWith('no-') ? name.slice('no-'.length) : '';
  if (specOf(table, denied)?.kind === 'flag')
    throw new UsageError(
      `--${name}=${visible(text)}: --${name} takes no value. Write --${denied} or --${name}`,
    );
  if (spec?.kind !== 'flag') return word;
  const reading = readOption(spec, text);
  if (!reading.ok) throw new UsageError(`--${name}: ${reading.problem}`);
  return reading.value ? `--${name}` : `--no-${name}`;
}

/** Reads `--watch` as `--watch=8017`, and `--no-keep-stderr` as `--keep-stderr=0`. */
function withoutValue(word: string, table: OptionTable): string {
  const [, no, name = ''] = /^--(no-)?(.+)$/s.exec(word) ?? [];
  const { alone, denied } = specOf(table, name) ?? {};
  if (no !== undefined && denied !== undefined) return `--${name}=${denied}`;
  return no !== undefined || alone === undefined ? word : `${word}=${alone}`;
}

/** The word after an option, which is a value only of options that need one, and never where it begins with -. */
function refuseWrongNext(words: readonly string[], table: OptionTable): void {
  for (const [index, word] of words.entries()) {
    const [, no, name = ''] = /^--(no-)?([^=]+)$/.exec(word) ?? [];
    const spec = specOf(table, name);
    const next = words[index + 1];
    const player = `write a player named ${next} after --`;
    if (spec?.alone !== undefined) {
      if (/^\d+$/.test(next ?? ''))
        throw new UsageError(`${word} ${next}: write the value after =, as in ${word}=${next}; ${player}`);
    } else if (spec?.kind === 'flag') {
      // The word could be the value of the flag, or a program of that name.
      if (next === 'true' || next === 'false')
        throw new UsageError(
          `${word} ${next}: a flag takes no value after a space. Write --${name} or --no-${name}; ${player}`,
        );
    } else if (spec !== undefined && no === undefined && (next === undefined || isOption(next))) {
      const came =
        next === undefined
          ? 'nothing'
          : `the option ${visible(next)} (write a value that begins with - after =)`;
      throw new UsageError(`${word}: expected ${expected(spec)} after it; got ${came}`);
    }
  }
}

function textsOf(argv: Parser.Arguments, table: OptionTable): Record<string, readonly string[]> {
  const all: Record<string, readonly string[]> = {};
  for (const [name, spec] of Object.entries(table)) {
    const value = argv[name];
    if (value === undefined) continue;
    const texts = [value].flat();
    if (spec.kind !== 'flag' && texts.includes(false))
      throw new UsageError(`unknown option --no-${name}: --${name} takes ${expected(spec)}`);
    all[name] = texts.map((text) => unshielded(String(text)));
  }
  return all;
}

/** A word that looks like an option and is none here: it may be a mistake, another command's, another program's, or a player's. */
export async function refuseUnknown(
  rest: readonly string[],
  { unknown: [word], operands }: ParsedWords,
  command: Command,
  { table, elsewhere }: KnownOptions,
): Promise<void> {
  if (word === undefined) return;
  const before = rest[rest.indexOf(word) - 1];
  // It follows a player: it could be meant for it.
  if (command.operands.areCommands && before !== undefined && operands.includes(before))
    throw new UsageError(
      `unknown option ${optionIn(word)}; if it is for ${visible(before)}, put it inside the quotes of that command: "${visible(before)} ${visible(word)} …" (--help lists the options)`,
    );
  const [, name = word] = /^--?(?:no-)?([^=]+)/.exec(word) ?? [];
  const names = [...Object.keys(table), 'help', 'version'];
  const foreign = hintForChoice(name, table) ?? hintForForeign(name, names);
  const others = foreign === undefined ? await elsewhere(name) : undefined;
  const { otherOptions } = command;
  const where = otherOptions === undefined ? '' : `. ${otherOptions}`;
  const hint =
    foreign ?? (others === undefined ? meantBy(name, names) : `; it is an option of ${others}${where}`);
  throw new UsageError(
    `unknown option ${optionIn(word)}${others ? ' here' : ''}${hint} (--help lists all options; words after -- are players)`,
  );
}

/** A word that is a value of an option here: `--html` for `--as html`. */
function hintForChoice(name: string, table: OptionTable): string | undefined {
  const option = Object.entries(table).find(
    ([, spec]) => spec.kind === 'choice' && spec.choices.includes(name),
  );
  return option && `; in this command it is --${option[0]} ${name}`;
}

/** The longest that the word begins with, as in `--sandbox-level`, or else one that is nearly the same. */
function meantBy(name: string, names: readonly string[]): string {
  const beginning = names
    .filter((each) => name.startsWith(each) && /[^a-z]/i.test(name.charAt(each.length)))
    .sort((one, other) => other.length - one.length)[0];
  return beginning === undefined
    ? meant(name, names, (near) => `--${near}`)
    : `; did you mean --${beginning}?`;
}

/** Removes `no-` and the value. */
function optionIn(word: string): string {
  const [, dashes = '', name = word] = /^(--?)(?:no-)?([^=]+)/.exec(word) ?? [];
  return `${dashes}${name}`;
}

/** Tells whether the word may be a player. */
export function canBeRun(word: string): boolean {
  if (!/^[\w.-]+$/.test(word) || existsSync(word)) return true;
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, word)));
}

/** A line that begins with an option belongs to the first game, whose first player would have the name of a command. */
export async function refuseMisplaced(
  words: readonly string[],
  commands: Commands,
  firstGame: string,
): Promise<void> {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const place = words.findIndex(
    (word, index) => index < end && Object.hasOwn(commands, word) && !canBeRun(word),
  );
  if (place === -1) return;
  const word = words[place]!;
  const usual = await commands[firstGame]!.load();
  const { name, command } = await findCommand(words.slice(place, end), commands);
  const { operands } = parseWords(words, { ...usual.options, ...command.options, ...everyCommandOptions });
  if (operands[0] !== word) return;
  const line = [name, ...words.slice(0, place).map(shellWord), '…'].join(' ');
  throw new UsageError(
    `${name} is a wordhost command, which comes first: wordhost ${line} To start a player of that name, write ./${word}`,
  );
}

const oneByOne = {
  says: 'games are played one at a time, so that they do not slow each other down',
};
const asPage = {
  says: 'pages are made after the games: wordhost report STORE --as html for a tournament or a comparison; wordhost export RECORD --output FILE.html for a game saved with --record DIR',
};
const asWord = { says: 'a player is an argument of its own: its command, in quotes' };

/** The hint is the first of these names that the command has. */
const asFile = ['record', 'output'];

/** Our names for the options of other programs. A sentence stands for an option that does not exist here. */
const names: Readonly<Record<string, string | readonly string[] | { readonly says: string }>> = {
  n: 'games',
  rounds: 'games',
  repeat: 'games',
  count: 'games',
  matches: 'games',
  lexicon: 'dictionary',
  d: 'dictionary',
  dict: 'dictionary',
  words: 'dictionary',
  wordlist: 'dictionary',
  'word-list': 'dictionary',
  s: 'seed',
  srand: 'seed',
  'random-seed': 'seed',
  o: asFile,
  out: asFile,
  output: 'record',
  html: asPage,
  log: asFile,
  pgnout: asFile,
  q: 'quiet',
  silent: 'quiet',
  port: 'listen',
  host: 'listen',
  address: 'listen',
  debug: 'trace',
  verbose: 'trace',
  tc: 'timeout',
  st: 'timeout',
  movetime: 'timeout',
  'time-limit': 'timeout',
  'turn-timeout': 'timeout',
  'move-timeout': 'timeout',
  mem: 'memory',
  'memory-limit': 'memory',
  C: 'cwd',
  dir: 'cwd',
  workdir: 'cwd',
  c: 'config',
  names: 'name',
  hand: 'handsize',
  'hand-size': 'handsize',
  bag: 'tiles',
  noswap: 'no-rotate',
  'no-swap': 'no-rotate',
  show: 'view',
  concurrency: oneByOne,
  jobs: oneByOne,
  threads: oneByOne,
  j: oneByOne,
  affinity: 'one-processor',
  'use-affinity': 'one-processor',
  engine: asWord,
  bot: asWord,
  players: asWord,
};

/** Says what to write here instead of options of other programs. */
export function hintForForeign(option: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(names, option) ? names[option] : undefined;
  if (meant === undefined) return undefined;
  if (isSentence(meant)) return `: ${meant.says}`;
  const here = [meant].flat().find((name) => known.includes(name.replace(/^no-/, '')));
  return here === undefined ? undefined : `; in this command it is --${here}`;
}

const isSentence = (meant: string | readonly string[] | { readonly says: string }) =>
  typeof meant === 'object' && 'says' in meant;
