import { visible } from '../../../core/text/visible.ts';
import { droppedOut, type Result } from '../../../events/result.ts';
import { statusOf } from '../../../runs/exit-status.ts';
import type { GameReport } from '../../../runs/play-game.ts';
import type { PlayedGame, SeriesGame, SeriesRequest, VoidGame } from '../../../runs/play-series.ts';
import type { TestCase } from '../../../views/reports/summary.ts';
import { overloadNote } from '../../../views/terminal/overload-note.ts';
import { paintFor } from '../../../views/terminal/paint.ts';
import { schedulingNotes } from '../../../views/terminal/player-notes.ts';
import { whatItDid } from '../../../views/terminal/reports/offence-report.ts';
import { endingSentence, whoIs } from '../../../views/terminal/words.ts';
import { type Look, PlayerReports } from '../player-reports.ts';
import { type Repeated, replayCommand, wayToSee } from '../repeating-command.ts';
import type { EarlierGame } from '../reporter.ts';

interface CasesRequest {
  /** For the command that repeats a game. */
  readonly repeated: Repeated;
  readonly requireBatch: boolean;
}

type Reported = Pick<TestCase, 'report' | 'command'>;

const look: Look = { paint: paintFor(false), width: 120 };

/** Of more games that went wrong, only what went wrong is kept. */
const MOST_REPORTS = 500;

/** A test case for each game. One of a game in which nothing went wrong is small, however long the game was. */
export class GameCases {
  readonly #series: SeriesRequest;
  readonly #request: CasesRequest;
  readonly #players: PlayerReports;
  readonly #cases: { readonly game: number; readonly made: TestCase }[] = [];
  #reports = 0;

  constructor(series: SeriesRequest, request: CasesRequest) {
    this.#series = series;
    this.#request = request;
    this.#players = new PlayerReports(series);
  }

  /** In the order of the games, whatever the order in which they ended. */
  get cases(): readonly TestCase[] {
    return this.#cases.toSorted((one, other) => one.game - other.game).map(({ made }) => made);
  }

  take(played: SeriesGame): void {
    const made = 'failure' in played ? voidCase(played) : this.#caseOf(played);
    if (made) this.#cases.push({ game: played.game, made });
  }

  takeEarlier({ game, line, told }: EarlierGame): void {
    const result = JSON.parse(line) as Result;
    const made = this.#caseOfResult(game, result, () => this.#reportedEarlier(result, told));
    this.#cases.push({ game, made });
  }

  #caseOf({ game, report, again }: PlayedGame): TestCase | undefined {
    if (again) return undefined;
    const { result, recordFailure } = report;
    const made = this.#caseOfResult(game, result, () => this.#reported(report));
    if (made.outcome !== 'passed' || recordFailure === undefined) return made;
    return { ...made, outcome: 'error', kind: 'record', why: `the record is incomplete: ${recordFailure}` };
  }

  #caseOfResult(game: number, result: Result, reported: () => Reported): TestCase {
    const who = result.players.map(({ name }) => visible(name)).join(', ');
    const name = `game ${game}: ${who} (seed ${visible(result.seed)})`;
    const played = { name, ms: result.ms };
    if (result.reason === 'interrupted') return { ...played, outcome: 'skipped', why: 'it was interrupted' };
    const why = this.#faultIn(result);
    if (why === undefined) return { ...played, outcome: 'passed' };
    return { ...played, outcome: 'failed', ...why, ...reported() };
  }

  /** The first thing that went wrong in it. */
  #faultIn(result: Result): Pick<TestCase, 'why' | 'kind'> | undefined {
    const player = result.players.find(droppedOut);
    if (player) {
      const { offence, cause, outcome } = player;
      const kind = offence ? `${offence.kind}/${offence.rule}` : (cause ?? outcome);
      return { kind, why: `${whoIs(player)}: ${whatItDid(player)}` };
    }
    if (statusOf(result) !== 0)
      return { kind: result.reason, why: endingSentence(result, this.#series.game) };
    if (statusOf(result, this.#request.requireBatch) === 0) return undefined;
    return { kind: 'scheduling', why: schedulingNotes(result).join('; ') };
  }

  #reported(report: GameReport): Reported {
    return this.#withCommand(report, () => [
      ...this.#players.ofOffenders(report, look),
      ...this.#players.ofSlow(this.#players.slowIn(report), report, look),
    ]);
  }

  #reportedEarlier(result: Result, told: EarlierGame['told']): Reported {
    return this.#withCommand({ result, records: told ? [told.record] : [] }, () =>
      told ? [told.report] : [],
    );
  }

  #withCommand(
    played: Pick<GameReport, 'result' | 'records'>,
    ofPlayers: () => readonly (readonly string[])[],
  ): Reported {
    const { command } = wayToSee(this.#series, this.#request.repeated, played);
    if (++this.#reports > MOST_REPORTS) return { command };
    const overload = overloadNote(played.result);
    return { report: [...ofPlayers().flat(), ...(overload === undefined ? [] : [overload])], command };
  }
}

function voidCase({ game, failure, record }: VoidGame): TestCase {
  const why = `void because of a failure of the host; no player is at fault: ${failure.message}`;
  const command = record && replayCommand(record);
  return { name: `game ${game}`, outcome: 'error', kind: 'void', why, command };
}
