import { meant } from '../../core/text/near-name.ts';
import type { OptionTable } from '../../games/kit/option.ts';
import { tournamentOptions } from './tournament-options.ts';

const fields = ['name', 'game', 'players', 'format', 'seed', 'offender'];
const ofFormat = ['kind', 'rounds', 'seats', 'mirrored', 'heroes'];

/** What is wrong with an option of a tournament file that is none of these, and where it belongs. */
export function misplacedOption(name: string, table: OptionTable): string {
  return `it is no option of a game${placeOf(name) ?? (meant(name, Object.keys(table)) || '; a tournament has none of that name')}`;
}

function placeOf(name: string): string | undefined {
  if (name === 'games')
    return '; how many games are played is said in `format`: by `rounds`, and in a knockout or a ladder by `games`';
  if (ofFormat.includes(name)) return ': expected it in `format`';
  if (fields.includes(name)) return ': expected it beside `options`';
  return Object.hasOwn(tournamentOptions, name)
    ? `: expected it on the command line, as --${name}`
    : undefined;
}
