import { parseRecordBytes } from '../../../host/events/read-record.ts';
import { games } from '../../../host/games/registry.ts';
import { replayPage } from '../../../host/views/html/replay-page.ts';
import { stepsOf } from '../../../host/views/steps.ts';
import { pictureSvg } from '../../../host/views/svg.ts';
import { unbalanced } from '../../views/html/unbalanced.ts';
import type { Mutant } from './mutants.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: none may be in a page
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** A record that somebody made up, as a page and as a drawing: throws where these are not whole. */
export function tryPage({ bytes }: Mutant): void {
  const record = parseRecordBytes(bytes, 'x', games);
  if (!record.ok) return;
  const names = record.header.players.map(({ name }) => name);
  const { panels, sentence } = [...stepsOf(record)].at(-1)!;
  for (const text of [
    replayPage({ record, judged: { is: 'right', said: ['All is right.'] } }),
    pictureSvg({ panels, names, title: [sentence] }),
  ]) {
    const wrong =
      unbalanced(text) ?? ACTS.exec(text)?.[0] ?? /="[^"]*(?:NaN|Infinity|undefined)/.exec(text)?.[0];
    if (wrong !== undefined) throw new Error(`the page is not whole: ${JSON.stringify(wrong)}`);
  }
}
