import { wrapped } from '../core/text.ts';
import { documentPath } from '../files/package-root.ts';
import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { choicesOf, optionText } from '../games/kit/option.ts';
import { optionGroups } from '../settings/option-groups.ts';
import type { Command, Commands } from './command.ts';
import type { GamesWords } from './game-words.ts';

/** The width of the terminal, or 80 columns if there is none or its width is unknown. */
export function helpWidth(): number {
  return process.stdout.isTTY ? Math.max(NARROWEST, process.stdout.columns || USUAL) : USUAL;
}

const [NARROWEST, USUAL] = [40, 80];

export function generalHelp(commands: Commands, games: GamesWords, width = USUAL): string {
  const [first] = Object.values(games);
  const names = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [
    ...pairs(
      [
        ['wordhost PLAYER…', `play ${first!.title} between programs`],
        ['wordhost COMMAND -h', 'everyday options of a command; --help for all'],
      ],
      width,
      0,
    ),
    '',
    'Examples',
    ...pairs(
      [
        ['wordhost demo', 'watch a game'],
        ['wordhost "ruby player.rb" ./player', 'play two of your bots'],
        ['wordhost --games 100 --json ./new ./old', 'play 100 games, with one line of JSON for each'],
      ],
      width,
    ),
    '',
    ...wrapped(
      'Starts word-game bots written in any language, talks to them over standard input and output, judges every move, and ends the ones that cheat, crash or stall. Each PLAYER is a shell command.',
      width,
    ),
    '',
    'Commands',
    ...pairs(names, width),
    '',
    `Documents: ${documentPath('README.md')}`,
  ].join('\n');
}

/** A screen has room for this many beside the everyday options. */
const MOST_EXAMPLES = 3;

/** The layout of help. */
interface HelpStyle {
  readonly width?: number;
  /** Shows everyday options only. */
  readonly brief?: boolean;
}

export function commandHelp(
  name: string,
  command: Command,
  { width = USUAL, brief = false }: HelpStyle = {},
): string {
  const groups = optionGroups({ ...command.options, ...command.eachOptions });
  const shown = brief ? groups.slice(0, 1) : groups;
  const examples = brief ? command.examples.slice(0, MOST_EXAMPLES) : command.examples;
  const options = Object.fromEntries(shown.flatMap((group) => group.options));
  return [
    ...usageLines(`wordhost ${name} ${command.operands.form}`, width),
    '',
    ...wrapped(command.summary, width),
    '',
    ...(examples.length === 0 ? [] : ['Examples', ...exampleLines(examples, width), '']),
    ...eachLines(name, command, width),
    ...shown.flatMap((group, index) => [
      group.title,
      ...group.options.flatMap(([option, spec]) => optionLines(option, spec, width)),
      ...(index === 0 ? helpLines(groups.length > 1, width) : []),
      '',
    ]),
    ...formLines(options, width),
    ...(command.notes === undefined ? [] : noteLines(command.notes, width)),
    ...(brief && groups.length > 1 ? [`All options: wordhost ${name} --help`] : []),
  ]
    .join('\n')
    .trimEnd();
}

function usageLines(usage: string, width: number): string[] {
  const [first = '', ...more] = wrapped(usage, width - GO_ON);
  return [first, ...more.map((line) => ' '.repeat(GO_ON) + line)];
}

const GO_ON = 4;

/** A command that is wider than a line goes on in the next one, as in a shell. */
function exampleLines(examples: Command['examples'], width: number): string[] {
  if (examples.every(([command]) => command.length + 2 <= width)) return pairs(examples, width);
  return examples.flatMap(([command, does]) => [
    ...commandInLines(command, width),
    ...hanging(does, GO_ON + 2, width),
  ]);
}

/** Options stay with their values, and what is in quotes is never broken. */
function commandInLines(command: string, width: number): string[] {
  const words = command.match(/--\S+(?: (?:"[^"]*"|[^-\s]\S*))?|"[^"]*"|\S+/g) ?? [];
  const lines: string[] = [];
  let line = ' ';
  for (const word of words) {
    if (line.trim() !== '' && line.length + 1 + word.length + ' \\'.length > width) {
      lines.push(`${line} \\`);
      line = ' '.repeat(GO_ON - 1);
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function helpLines(isGrouped: boolean, width: number): string[] {
  const flag = (help: string) => ({ kind: 'flag', default: false, help }) as const;
  return [
    ...(isGrouped ? columns('  -h', 'show help with the everyday options', width) : []),
    ...optionLines('help', flag(isGrouped ? 'show help with all options' : 'show this help'), width),
  ];
}

/** Joins sentences that continue on the next line. Indented lines stay as they were written. */
function noteLines(notes: string, width: number): string[] {
  const paragraphs: string[] = [];
  for (const line of notes.split('\n')) {
    const before = paragraphs.at(-1);
    const goesOn = before !== undefined && !line.startsWith(' ') && !/[.:;]$/.test(before);
    if (goesOn && !before.startsWith(' ')) paragraphs[paragraphs.length - 1] = `${before} ${line}`;
    else paragraphs.push(line);
  }
  return paragraphs.flatMap((line) => hanging(line, /^ */.exec(line)![0].length, width));
}

function hanging(line: string, indent: number, width: number): string[] {
  return wrapped(line.trim(), width - indent).map((part) => ' '.repeat(indent) + part);
}

/** Explains the units of values. */
function formLines(options: OptionTable, width: number): string[] {
  const kinds = new Set(Object.values(options).map(({ kind }) => kind));
  const lines = [
    ...(kinds.has('duration')
      ? ['TIME is a number with a unit: 50us, 250ms, 10s, 3m, 1h; 0 needs no unit']
      : []),
    ...(kinds.has('size') ? ['SIZE is a number with a unit: 64K, 512M, 2G; 0 needs no unit'] : []),
  ];
  return lines.length === 0 ? [] : [...lines.flatMap((line) => wrapped(line, width)), ''];
}

function eachLines(name: string, { each }: Command, width: number): string[] {
  if (!each) return [];
  const rows = Object.entries(each).map(
    ([word, { summary }]) => [`wordhost ${name} ${word}`, summary] as const,
  );
  return ['Commands (each has its own --help)', ...pairs(rows, width), ''];
}

const COLUMN = 30;
/** If fewer columns are left beside an option, its help is below it. */
const LEAST_BESIDE = 30;

function optionLines(name: string, spec: OptionSpec, width: number): string[] {
  const word = spec.value ?? valueWord(spec);
  const value = spec.alone === undefined ? ` ${word}` : `[=${word}]`;
  const shown = spec.kind === 'flag' && spec.default ? `--no-${name}` : `--${name}`;
  return columns(
    `  ${shown}${spec.kind === 'flag' ? '' : value}`,
    `${spec.help}${defaultWords(spec)}`,
    width,
  );
}

function columns(head: string, help: string, width: number): string[] {
  const column = width - COLUMN < LEAST_BESIDE ? 6 : COLUMN;
  const lines = hanging(help, column, width);
  if (head.length < column - 1) return [head.padEnd(column) + lines[0]!.trimStart(), ...lines.slice(1)];
  return [head, ...lines];
}

function valueWord(spec: OptionSpec): string {
  if (spec.kind === 'choice') return choicesOf(spec).join('|');
  const words = {
    count: 'N',
    number: 'NUMBER',
    duration: 'TIME',
    size: 'SIZE',
    text: 'TEXT',
    list: 'TEXT',
    file: 'FILE',
    flag: '',
  };
  return words[spec.kind];
}

function defaultWords(spec: OptionSpec): string {
  const silent =
    spec.kind === 'flag' || spec.kind === 'list' || spec.kind === 'file' || spec.default === undefined;
  if (silent) return '';
  return ` (default ${optionText(spec, spec.default) || 'none'})`;
}

/** Every option with its kind, for the reference pages. */
export function optionRows(
  table: OptionTable,
): readonly (readonly [option: string, value: string, help: string])[] {
  return Object.entries(table).map(([name, spec]) => {
    const shown = spec.kind === 'flag' && spec.default ? `--no-${name}` : `--${name}`;
    const word = spec.value ?? valueWord(spec);
    if (spec.alone !== undefined) return [`${shown}[=${word}]`, '', `${spec.help}${defaultWords(spec)}`];
    const value = spec.kind === 'flag' ? '' : word;
    return [shown, value, `${spec.help}${defaultWords(spec)}`];
  });
}

/** Two columns, or where one does not fit its line the second below the first. */
function pairs(rows: readonly (readonly [string, string])[], width: number, indent = 2): string[] {
  const column = indent + Math.max(0, ...rows.map(([left]) => left.length)) + 2;
  const fits = column <= width / 2 || rows.every(([, right]) => column + right.length <= width);
  return rows.flatMap(([left, right]) => {
    const head = ' '.repeat(indent) + left;
    if (!fits) return [head, ...hanging(right, indent + 4, width)];
    const lines = hanging(right, column, width);
    return [head.padEnd(column) + lines[0]!.trimStart(), ...lines.slice(1)];
  });
}
