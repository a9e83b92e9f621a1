import type { Result } from '../../events/result.ts';
import { shellWord } from '../../files/shell-words.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionSpec, OptionTable } from '../../games/kit/option.ts';
import { hostingOptions } from '../../settings/hosting-options.ts';
import { seriesOptions } from '../../settings/series-options.ts';
import type { Call } from '../command.ts';

/** What was said of options, and where. */
export type Said = Pick<Call, 'said' | 'saidHere'>;

const { dictionary, pin } = seriesOptions;

/** The options that bear on one game. Those of the series are told by its seeds, seats and names. */
const bearingOn = (game: AnyGame): OptionTable => ({
  ...(game.options as OptionTable),
  ...{ dictionary, pin, ...limitOptions, ...hostingOptions },
});

/** A line for the shell that plays the same deal with the same players in the same seats, and keeps it. */
export function repeatingCommand(game: AnyGame, { said, saidHere }: Said, result: Result): string {
  const { seed, playerSeed, players } = result;
  const commands = players.map(({ command }) => command);
  const isNamed = players.some(({ name, command }) => name !== command);
  const texts = (name: string) => (name === 'cwd' ? bySeat(said(name), players) : said(name));
  const words = [
    ...Object.entries(bearingOn(game)).flatMap(([name, spec]) => optionWords(name, spec, texts(name))),
    // A variable may ask for more games.
    ...(said('games') !== undefined && saidHere('games') === undefined ? ['--games 1'] : []),
    option('seed', seed),
    ...(playerSeed === undefined ? [] : [option('player-seed', playerSeed)]),
    ...(isNamed ? players.map(({ name }) => option('name', name)) : []),
    '--record games',
    ...(commands.some(isTakenForOption) ? ['--'] : []),
    ...commands.map(shellWord),
  ];
  return `wordhost ${game.name} ${words.join(' ')}`;
}

/** What was said once for each player, as the players sat. */
function bySeat(
  texts: readonly string[] | undefined,
  players: Result['players'],
): readonly string[] | undefined {
  if (texts === undefined || texts.length < 2) return texts;
  return players.map(({ entry }) => texts[entry - 1]!);
}

function optionWords(name: string, spec: OptionSpec, texts: readonly string[] = []): string[] {
  if (spec.kind === 'list') return texts.map((text) => option(name, text));
  const text = texts.at(-1);
  if (text === undefined) return [];
  if (spec.kind !== 'flag') return [option(name, text)];
  return [/^(false|0)$/.test(text) ? `--no-${name}` : `--${name}`];
}

/** With `=` where the text alone could be another option. */
function option(name: string, text: string): string {
  return /^-|^$/.test(text) ? `--${name}=${shellWord(text)}` : `--${name} ${shellWord(text)}`;
}

const isTakenForOption = (command: string) => /^-|^(?:true|false)$/.test(command);
