import { eventLine } from '../../../events/event-line.ts';
import type { Noted } from '../../../events/noted.ts';
import { type Result, ResultFold } from '../../../events/result.ts';
import type { AnyGame } from '../../../games/game.ts';
import { limitOptions } from '../../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../../games/kit/option.ts';
import type { GameRead } from '../../../games/written-form.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import { planMatch } from '../../../match/plan/plan.ts';
import { playScript } from '../../../seats/scripted/play-script.ts';

export interface ImportedGame {
  /** Of its record, without their ends. */
  readonly lines: readonly string[];
  readonly result: Result;
}

/** Plays a game that was read from its first message to its last, before the referee of every game. */
export async function playReadGame(
  game: AnyGame,
  read: GameRead,
  given: { readonly options: OptionValues<OptionTable>; readonly lexicon: Lexicon | undefined },
): Promise<ImportedGame> {
  const plan = planMatch({
    game,
    options: { ...given.options, ...read.options },
    lexicon: given.lexicon,
    seed: read.seed,
    limits: { readyTimeout: limitOptions['ready-timeout'].default, gameTimeout: 0 },
    players: read.players.map((player, index) => ({ ...player, seat: index + 1, entry: index + 1 })),
  });
  const events: Noted[] = [];
  const fold = new ResultFold(game, plan.players.length);
  const sinks = [fold, { take: (event: Noted) => void events.push(event) }];
  const { played, log, now } = await playScript(plan, read, sinks);
  const result = fold.finish(played.verdict, played.endedAt);
  log.note({ type: 'end', result }, now);
  return { lines: events.map(eventLine), result };
}
