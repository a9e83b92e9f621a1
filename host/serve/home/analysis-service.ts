import { Hono } from 'hono';
import type { Noted } from '../../events/noted.ts';
import { type GameRecord, parseRecord } from '../../events/read-record.ts';
import type { GameAnalysis } from '../../games/analysis.ts';
import type { AnyGame } from '../../games/game.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { stepperAnalysis, worstStep } from '../../views/analysis/page.ts';
import type { AnalysisReport } from '../../views/analysis/report.ts';
import { markup } from '../../views/html/markup.ts';
import { gameData, gamePage, replayBody } from '../../views/html/replay-page.ts';
import { shortPlayerNames } from '../../views/words.ts';
import type { Context, Service } from '../http/answers.ts';
import { RecentValues } from '../recent-values.ts';
import { judgedRecord } from '../watch/judged-record.ts';
import { pageAnswer, pageRefusal } from '../watch/live-service.ts';
import type { BotOutput } from './operator-service.ts';

interface Refused {
  readonly status: 400 | 403 | 404 | 409 | 429 | 503;
  readonly problem: string;
}

interface AnalyzedKind {
  readonly game: AnyGame;
  readonly analysis?: GameAnalysis;
  /** Each match is what a bot answers. */
  readonly wire: { readonly questions: RegExp };
}

export interface AnalysisOptions {
  readonly games: Readonly<Record<string, AnalyzedKind>>;
  readonly lexicon: Lexicon;
  /** The record of a game that is over. */
  record(key: string): Promise<string | Refused>;
  /** What bots wrote to standard error, for whoever may see it. */
  outputs(c: Context, key: string): readonly BotOutput[];
  /** Undefined if the server has too much to do. */
  analyze(record: string): Promise<AnalysisReport | undefined>;
}

/** The number of games whose analysis is remembered. */
const MOST_CACHED = 200;

const busy: Refused = { status: 429, problem: 'too many games are being analyzed: try again in a minute' };
const noGame: Refused = { status: 404, problem: 'there is no such game' };

/** What each move of a finished game gave away: as JSON for the API, and pages to step through. */
export function gameAnalyses(options: AnalysisOptions): {
  readonly service: Service;
  readonly analyze: (key: string) => Promise<object | Refused>;
} {
  const service: Service = new Hono();
  const cached = new RecentValues<Promise<AnalyzedGame | Refused>>(MOST_CACHED);
  const analyzed = async (key: string) => {
    const record = await options.record(key);
    if (typeof record !== 'string') return record;
    const analyzing = cached.get(key, () => analyze(record, options));
    // A failure is not remembered: the next reader asks again.
    const forget = () => cached.delete(key);
    const result = await analyzing.catch((error: unknown) => {
      forget();
      throw error;
    });
    if ('problem' in result) forget();
    return result;
  };
  service.get('/:game/games/:key/analysis', async (c) => {
    const { game, key } = c.req.param();
    const result = await analyzed(key);
    if ('problem' in result) return pageRefusal(c, result);
    const { record, analysis, start } = result;
    if (record.game.name !== game) return pageRefusal(c, noGame);
    const title = shortPlayerNames(record.header.players).join(' against ');
    const judged = judgedRecord(record, options.lexicon);
    const { questions } = options.games[game]!.wire;
    const shown = withOutputs(record, questions, options.outputs(c, key));
    const body = markup`${replayBody({ record: shown, analysis, start, judged })}
<p class="text"><a href="../${key}">To the table</a> · <a href="../../../api/v1/games/${key}/record" download="${key}.jsonl">Download the record</a></p>`;
    return pageAnswer(c, { ...gamePage(title, body), kind: 'Analysis' });
  });
  const json = async (key: string) => {
    const result = await analyzed(key);
    if ('problem' in result) return result;
    const { record, analysis, start } = result;
    const data = gameData(record, { analysis, start });
    const sentences = data.players.flatMap(({ name, summary }) => (summary ? [`${name} ${summary}`] : []));
    return { sentences, missed: analysis.missed, ...data };
  };
  return { service, analyze: json };
}

type AnalyzedGame = Awaited<ReturnType<typeof withAnalysis>>;

async function analyze(text: string, options: AnalysisOptions): Promise<AnalyzedGame | Refused> {
  const games = Object.fromEntries(Object.entries(options.games).map(([name, { game }]) => [name, game]));
  const record = parseRecord(text, 'the record', games);
  if (!record.ok) throw new Error(record.problem);
  const { analysis } = options.games[record.game.name]!;
  if (!analysis) return { status: 404, problem: `games of ${record.game.name} cannot be analyzed` };
  const report = await options.analyze(text);
  return report ? withAnalysis(record, report, analysis) : busy;
}

function withAnalysis(
  record: ReturnType<typeof parseRecord> & { readonly ok: true },
  report: AnalysisReport,
  analysis: GameAnalysis,
) {
  return {
    record,
    analysis: stepperAnalysis(analysis, report, shortPlayerNames(record.header.players)),
    start: worstStep(analysis, report),
  };
}

/** Puts lines beside what a bot was told before it wrote them. */
function withOutputs(record: GameRecord, questions: RegExp, outputs: readonly BotOutput[]): GameRecord {
  const written = outputs.flatMap(({ seat, turns }) => {
    const asked = (record.events as readonly Noted[]).flatMap((event) => {
      const count = event.type === 'out' && event.seat === seat ? event.text.match(questions)?.length : 0;
      return new Array<number>(count ?? 0).fill(event.t);
    });
    return turns.map(({ turn, lines }) => {
      const t = (asked[turn - 1] ?? asked[0] ?? record.events[0]!.t) + 1;
      return { type: 'stderr', n: 0, t, seat, lines } as const;
    });
  });
  return written.length === 0 ? record : { ...record, events: [...record.events, ...written] };
}
