import { counted, visible } from '../../core/text.ts';
import { PlayerWarnings } from '../../events/player-warnings.ts';
import type { RunGame } from '../../runs/experiment.ts';
import { run, type Sink } from '../../runs/run.ts';
import { foldOf } from '../../runs/store/stored-runs.ts';
import { withStored } from '../../runs/tournament.ts';
import type { TournamentFold } from '../../tournament/report.ts';
import { roughTime, timeOfGame } from '../../views/terminal/progress.ts';
import { indentedTable } from '../../views/terminal/table.ts';
import { duration, warningNotes } from '../../views/words.ts';
import { executorFor } from '../jobs/executor.ts';
import { printLines, runOutput } from '../output.ts';
import { Interruption } from '../signals.ts';
import { isThere, storeToRead } from '../stores.ts';
import { jobsOf, type TournamentCall, type TournamentPlan } from './plan.ts';
import { resumeVersions } from './play.ts';
import { type Trial, TrialGames, trialStates } from './trial-games.ts';

/**
 * Reports the number of games and, from one short game of each player, which players are broken or slow, and
 * about how long all games take. Each plays against the command `opponent`. Undefined: the game has none, and
 * no player is started.
 */
export async function dryRun(
  plan: TournamentPlan,
  call: TournamentCall,
  opponent: string | undefined,
): Promise<number> {
  const {
    hosting,
    settings,
    store: { address },
  } = plan;
  await using store = (await isThere(address)) ? await storeToRead(address) : undefined;
  const versions = store ? await resumeVersions(store, plan) : [plan.stored];
  const stored = versions.at(-1)!;
  const fold = await foldOf(versions, store);
  const left = Math.max(fold.games, fold.schedule.planned) - fold.games;
  printLines([planWords(fold, stored)]);
  if (left === 0 || opponent === undefined) return 0;
  using interruption = new Interruption();
  const { quiet } = settings.output;
  const jobs = jobsOf(plan, fold);
  const here = jobs.jobs === 0 ? { jobs: 1, workers: 0, overlap: false } : jobs;
  const games = new TrialGames(withStored(plan.request, stored), opponent);
  const output = runOutput(call.coloured);
  if (!quiet)
    output.notes([
      `${counted(stored.players.length, 'player')}: each plays a short game against ${opponent}`,
    ]);
  await using executor = await executorFor(
    { game: plan.request.game.name, lexicon: plan.request.lexicon },
    { hosting, jobs: here, settings },
  );
  const sinks: Sink[] = [games, faultsIn(games, output, quiet)];
  const { hostFailed } = await run(games.experiment, { executor, sinks, interruption });
  if (interruption.status !== undefined) return interruption.status;
  const trials = games.trials();
  const seconds = games.secondsOfGame(meetingsIn(fold));
  const total = seconds === undefined ? undefined : (seconds * left) / here.jobs;
  const isLeast = stored.format.kind === 'knockout' || trials.some((trial) => trial.isLeast);
  output.results([
    ...(total === undefined
      ? []
      : [
          `${isLeast ? 'at least' : 'about'} ${roughTime(total)} for ${fold.games > 0 ? 'the rest' : 'all of them'}, ${counted(here.jobs, 'game')} at once: ${timeOfGame(seconds!)} a game, from the times of each player`,
        ]),
    ...trialStates.slice(1).flatMap((state) => namesOf(trials, state)),
    '',
    ...trialTable(trials),
  ]);
  return hostFailed ? 3 : 0;
}

function planWords(
  { games, schedule }: TournamentFold,
  { name, format: { kind }, players }: TournamentPlan['stored'],
): string {
  const planned = Math.max(games, schedule.planned);
  const atLeast = kind === 'knockout' ? 'at least ' : '';
  const played = games > 0 ? `, ${games} of them played` : '';
  return `${name}: ${kind}, ${counted(players.length, 'player')}, ${atLeast}${counted(planned, 'game')}${played}`;
}

/** This many games are enough to estimate the time of all. */
const MOST_MEETINGS = 10_000;

/** The players of each game that can begin now, by their numbers from 1. */
function* meetingsIn({ schedule }: TournamentFold): Generator<readonly number[]> {
  let count = 0;
  for (const { players } of schedule.due()) {
    if (++count > MOST_MEETINGS) return;
    yield players.map((player) => player + 1);
  }
}

/** Reports the fault of a player as soon as it is known. */
function faultsIn(games: TrialGames, output: ReturnType<typeof runOutput>, quiet: boolean): Sink {
  const { entries } = games.request;
  return {
    take(played: RunGame) {
      if ('failure' in played) {
        const { name } = entries[played.game - 1]!;
        output.error(
          `the game of ${visible(name)} is void because the host failed: ${played.failure.message}`,
        );
        return;
      }
      if (quiet) return;
      const faults = games.faultsIn(played.report, output.look('notes'));
      for (const lines of faults) output.notes(['', ...lines]);
      if (faults.length > 0) return;
      const warnings = new PlayerWarnings();
      warnings.take(1, played.report.result);
      output.notes(warningNotes(warnings, [{ entry: played.game, ...entries[played.game - 1]! }]));
    },
  };
}

function namesOf(trials: readonly Trial[], state: Trial['state']): string[] {
  const names = trials.filter((trial) => trial.state === state).map(({ name }) => visible(name));
  return names.length === 0 ? [] : [`${names.length} ${state}: ${names.join(', ')}`];
}

function trialTable(trials: readonly Trial[]): string[] {
  const inTurns = trials.some(({ turnMs }) => turnMs !== undefined);
  return indentedTable({
    headings: ['player', 'state', ...(inTurns ? ['a turn'] : []), 'a game'],
    rows: trials.map(({ name, state, turnMs, gameMs, isLeast, isOut }) => [
      ...[visible(name), state, ...(inTurns ? [turnMs === undefined ? '' : duration(turnMs)] : [])],
      isOut ? '' : `${isLeast ? 'at least ' : ''}${duration(gameMs)}`,
    ]),
  });
}
