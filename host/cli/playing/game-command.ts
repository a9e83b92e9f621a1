import { setImmediate as startsGoOn } from 'node:timers/promises';
import type { Noted } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import type { MatchPlan } from '../../match/plan/plan.ts';
import { SeriesFold } from '../../runs/series-fold.ts';
import { commonOptions } from '../../settings/common-options.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GameWords } from '../game-words.ts';
import { awaitReader } from '../hosting/await-reader.ts';
import { playReady } from '../jobs/play-ready.ts';
import { SeriesReport } from '../reporting/series-report.ts';
import { reportsOnStdout } from '../reporting/summary/report-files.ts';
import { readySeries } from './ready-series.ts';
import { SilenceWatch } from './silence-watch.ts';

/** The command that plays a game: the same for every game. */
export function gameCommand(game: AnyGame, words: GameWords['help']): Command {
  return commandOf({
    ...words,
    operands: {
      form: '[options] PLAYER…',
      // How many players a game is for, it says itself.
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: 'a command for each player',
      areCommands: true,
      canBeInFile: true,
    },
    options: { ...commonOptions, ...(game.options as Readonly<Record<never, never>>) },
    run: async (call) => await play(game, call),
  });
}

async function play(game: AnyGame, call: Call<typeof commonOptions>): Promise<number> {
  const ready = await readySeries(game, call);
  const { request, requirements, players, files } = ready;
  const { output, hosting } = ready.settings;
  using interruption = ready.interruption;
  using _reader = await awaitReader(output.events, interruption.signal);
  if (interruption.status !== undefined) return interruption.status;
  const { requireBatch } = hosting;
  const names = request.entries.map(({ name }) => name);
  const fold = new SeriesFold({ game, names, requirements, requireBatch });
  const repeated = { call, players };
  const isStdoutTaken = output.events === '-' || reportsOnStdout(output).length > 0;
  const asked = { ...output, coloured: call.coloured, files, isStdoutTaken, requireBatch, repeated };
  const report = new SeriesReport(request, fold, asked);
  const seen = report.picture ?? (output.view ? game.picture(players.length) : undefined);
  const paint = paintFor(call.coloured && process.stderr.isTTY);
  const view =
    seen && output.view
      ? (await import('./view.ts')).viewOf(process.stderr, game, seen, names, paint)
      : undefined;
  const watch = (event: Noted) => {
    // A game that is played again has another one.
    (report.picture ?? seen)?.take(event);
    view?.take(event);
  };
  await startsGoOn();
  using silence = isWatched(output.quiet) ? new SilenceWatch(process.stderr) : undefined;
  const attend = silence && ((plan: MatchPlan) => silence.of(plan));
  for await (const played of playReady(ready, { attend, ...(seen && { watch }) })) {
    silence?.clear();
    view?.end();
    report.take(played);
  }
  return report.finish(interruption.status);
}

/** By somebody at a terminal that can draw a line again. */
function isWatched(quiet: boolean): boolean {
  return !quiet && process.stderr.isTTY && process.env.TERM !== 'dumb';
}
