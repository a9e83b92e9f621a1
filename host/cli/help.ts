import { wrapped } from '../core/text.ts';
import type { OptionSpec, OptionTable } from '../games/kit/option.ts';
import { optionText } from '../games/kit/option.ts';
import { optionGroups } from '../settings/option-groups.ts';
import type { Command, Commands } from './command.ts';
import type { GamesWords } from './game-words.ts';

const WIDTH = 100;

export function generalHelp(commands: Commands, games: GamesWords): string {
  const [first] = Object.values(games);
  const names = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [
    `wordhost PLAYER…              play ${first!.title} between programs`,
    'wordhost COMMAND --help       help for a command',
    '',
    'Starts word-game bots written in any language, talks to them over standard input and output, judges',
    'every move, and ends the ones that cheat, crash or stall. Each PLAYER is a command for the shell.',
    '',
    'Commands',
    ...pairs(names),
    '',
    'Examples',
    ...pairs([
      ['wordhost demo', 'watch a game'],
      ['wordhost "ruby player.rb" "./player --fast"', 'play a game between two of your bots'],
      ['wordhost --games 100 --json ./new ./old', 'play 100 games, with one line of JSON for each'],
    ]),
  ].join('\n');
}

export function commandHelp(name: string, command: Command): string {
  return [
    `wordhost ${name} ${command.operands.form}`,
    '',
    ...wrap(command.summary, 0),
    ...(command.notes === undefined ? [] : ['', ...command.notes.split('\n')]),
    '',
    ...eachLines(name, command),
    ...optionGroups(command.options).flatMap(({ title, options }, index) => [
      title,
      ...options.flatMap(([option, spec]) => optionLines(option, spec)),
      ...(index === 0 ? optionLines('help', { kind: 'flag', default: false, help: 'this help' }) : []),
      '',
    ]),
    ...formLines(command.options),
    'Examples',
    ...pairs(command.examples),
  ].join('\n');
}

/** How the values are written that need a unit. */
function formLines(options: OptionTable): string[] {
  const kinds = new Set(Object.values(options).map(({ kind }) => kind));
  const lines = [
    ...(kinds.has('duration')
      ? ['TIME is a number with a unit: 50us, 250ms, 10s, 3m, 1h; 0 needs no unit']
      : []),
    ...(kinds.has('size') ? ['SIZE is a number with a unit: 64K, 512M, 2G; 0 needs no unit'] : []),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function eachLines(name: string, { each }: Command): string[] {
  if (!each) return [];
  const rows = Object.entries(each).map(
    ([word, { summary }]) => [`wordhost ${name} ${word}`, summary] as const,
  );
  return ['Commands (each has its own --help)', ...pairs(rows), ''];
}

const COLUMN = 30;

function optionLines(name: string, spec: OptionSpec): string[] {
  const word = spec.value ?? valueWord(spec);
  const value = spec.alone === undefined ? ` ${word}` : `[=${word}]`;
  const shown = spec.kind === 'flag' && spec.default ? `--no-${name}` : `--${name}`;
  const head = `  ${shown}${spec.kind === 'flag' ? '' : value}`;
  const lines = wrap(`${spec.help}${defaultWords(spec)}`, COLUMN);
  if (head.length < COLUMN - 1) return [head.padEnd(COLUMN) + lines[0]!.trimStart(), ...lines.slice(1)];
  return [head, ...lines];
}

function valueWord(spec: OptionSpec): string {
  if (spec.kind === 'choice') return spec.choices.join('|');
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
  return silent ? '' : ` (default ${optionText(spec, spec.default)})`;
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

function pairs(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function wrap(text: string, indent: number): string[] {
  return wrapped(text, WIDTH - indent).map((line) => ' '.repeat(indent) + line);
}
