import { UsageError } from '../../../core/usage-error.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import { type Judged, replayBeginning, replayPage } from '../../../views/html/replay/replay-page.ts';
import { countSteps, stepsOf } from '../../../views/steps.ts';
import { drawingBeginning, pictureSvg } from '../../../views/svg/picture-svg.ts';
import { gameJson, gameJsonBeginning } from './game-json.ts';

/** A record as it is to be written. */
export interface Form {
  /** What `--to` says. */
  readonly name: string;
  readonly what: string;
  readonly beginning: string;
  /** By people, too: it may go to a terminal. */
  readonly isForReading: boolean;
  text(judged: Judged): string;
}

interface Style {
  /** As asked for. */
  readonly step: number | undefined;
  readonly exact: boolean;
}

/** Of all forms, or of the game's own. */
export function formOf(name: string, record: GameRecord, { step, exact }: Style): Form {
  if (exact && !record.game.forms?.[name])
    throw new UsageError(`--exact: expected --to with a form of other programs, as gcg; got --to ${name}`);
  if (name === 'html') {
    const start = settleStep(record, step);
    const text = (judged: Judged) => replayPage({ record, judged, start });
    return { name, what: 'page of a game', beginning: replayBeginning, isForReading: false, text };
  }
  if (name === 'svg') {
    const drawn = settleStep(record, step);
    const text = () => drawingAt(record, drawn);
    return { name, what: 'drawing of a game', beginning: drawingBeginning, isForReading: false, text };
  }
  if (step !== undefined) throw new UsageError(`--step: expected --to html or svg with it; got --to ${name}`);
  if (name === 'json') {
    const text = (judged: Judged) => gameJson(record, judged);
    return { name, what: 'game as JSON', beginning: gameJsonBeginning, isForReading: true, text };
  }
  return ownForm(name, record, exact);
}

function ownForm(name: string, { game, header, events }: GameRecord, exact: boolean): Form {
  const form = game.forms?.[name];
  if (!form)
    throw new UsageError(
      `--to ${name}: a game of ${header.game} has no such form: expected html, svg or json`,
    );
  const writing = form.write(events, { exact });
  if (!writing.ok) throw new UsageError(`--to ${name}: ${writing.problem}`);
  const { what, beginning } = form;
  return { name, what, beginning, isForReading: true, text: () => writing.text };
}

/** The step that is asked for, or the last. */
function settleStep(record: GameRecord, step: number | undefined): number {
  const count = countSteps(record);
  if (step !== undefined && step > count)
    throw new UsageError(`--step: expected a step from 1 to ${count}; got ${step}`);
  return step ?? count;
}

function drawingAt(record: GameRecord, wanted: number): string {
  const { header } = record;
  const names = header.players.map(({ name }) => name);
  const [step] = stepsOf(record, (number) => number === wanted);
  const { number, sentence, panels } = step!;
  const title = [`${header.game}, seed ${header.seed}`, `step ${number}: ${sentence}`];
  return pictureSvg({ panels, names, title });
}
