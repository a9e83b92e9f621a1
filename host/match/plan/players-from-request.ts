import { visibleJson } from '../../core/text/visible.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { readOption } from '../../games/kit/option-text.ts';
import { perPlayer } from '../../games/kit/own-options.ts';
import type { PlayerPlan } from './plan.ts';
import type { MatchRequest } from './request.ts';

type PlayersReading =
  | { readonly ok: true; readonly players: readonly PlayerPlan[] }
  | { readonly ok: false; readonly problem: string };

/** The players of a request, with the values of the options that each has of its own. `options` are those of all. */
export function playersFrom(
  { players }: Pick<MatchRequest, 'players'>,
  game: AnyGame,
  options: OptionValues<OptionTable>,
): PlayersReading {
  const table = perPlayer(game.options, game.pace(options));
  const planned: PlayerPlan[] = [];
  for (const { options: texts, ...player } of players) {
    const values: Record<string, unknown> = {};
    for (const [name, text] of Object.entries(texts ?? {})) {
      const refused = (problem: string) =>
        ({
          ok: false,
          problem: `the option ${visibleJson(name)} of player ${player.seat}: ${problem}`,
        }) as const;
      const spec = Object.hasOwn(table, name) ? table[name] : undefined;
      if (spec === undefined) return refused('no player can have one of its own in this game');
      const reading = readOption(spec, text);
      if (!reading.ok) return refused(reading.problem);
      values[name] = reading.value;
    }
    planned.push({ ...player, ...(texts && { options: values }) });
  }
  return { ok: true, players: planned };
}
