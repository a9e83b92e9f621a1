import { UsageError } from '../../core/errors.ts';
import type { Nanos } from '../../core/units.ts';
import type { NotedInAny } from '../../events/noted.ts';
import type { GameRecord } from '../../events/read-record.ts';
import { ThinkingTimes } from '../../events/times.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { planFromRecord } from '../../match/plan.ts';
import type { AnalysisReport } from '../../views/analysis/report.ts';
import { stepTexts } from '../../views/steps.ts';

export interface AnalysisTools {
  readonly analysis: GameAnalysis;
  /** Analysis judges with this list, which may differ from that of the game. */
  readonly lexicon: Lexicon;
  readonly options: OptionValues<OptionTable>;
  readonly top: number;
  /** Asks an engine for its move in a position. */
  readonly ask?: ((position: string) => Promise<string>) | undefined;
}

/** Analyzes a recorded game. Messages call the record `file`. */
export async function analyzeRecord(
  record: GameRecord,
  file: string,
  tools: AnalysisTools,
): Promise<AnalysisReport> {
  const { analysis, lexicon, options, top, ask } = tools;
  const { header } = record;
  const { name, sha256, words } = lexicon;
  const judged = { ...header, dictionary: { name, sha256, words } };
  const planning = planFromRecord({ game: record.game, header: judged }, lexicon);
  if (!planning.ok) throw new UsageError(`${file}: ${planning.problem}`);
  const events = record.events as readonly NotedInAny[];
  const { setup } = planning.plan;
  const steps = analysis.analyze({ setup, events, thought: thoughtIn(record), options, top });
  let step = nextOf(steps, file, '');
  while (!step.done) {
    if (!ask) throw new Error('the analysis asks an engine, and there is none');
    step = nextOf(steps, file, await ask(step.value));
  }
  const { moves, players, missed } = step.value;
  if (moves.length === 0 && !record.result)
    throw new UsageError(`${file}: incomplete: the record ends before the first move`);
  const numbers = new Map([...stepTexts(record)].map(({ n, number }) => [n, number]));
  return {
    file,
    id: header.id,
    game: header.game,
    seed: header.seed,
    dictionary: name,
    players: header.players.map(({ seat, name }) => {
      const { sums, notes } = players[seat - 1]!;
      const own = moves.filter((move) => move.seat === seat);
      const model = record.result?.players[seat - 1]?.model;
      return { seat, name, figures: analysis.figuresOf(own, sums), ...(model && { model }), sums, notes };
    }),
    moves: moves.map((move) => ({ ...move, step: numbers.get(move.n) })),
    ...(missed && { missed }),
  };
}

function nextOf(steps: ReturnType<GameAnalysis['analyze']>, file: string, answer: string) {
  try {
    return steps.next(answer);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

function thoughtIn({ game, header, events }: GameRecord): ReadonlyMap<number, Nanos> {
  const times = new ThinkingTimes(game, header.players.length);
  const thought = new Map<number, Nanos>();
  for (const event of events) {
    const took = times.take(event);
    if (took !== undefined) thought.set(event.n, took);
  }
  return thought;
}
