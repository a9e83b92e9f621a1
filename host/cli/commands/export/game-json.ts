import type { GameRecord } from '../../../events/read-record.ts';
import type { Judged } from '../../../views/html/replay/replay-page.ts';
import { toldSteps } from '../../../views/steps.ts';

/** By which such a file is known again. */
export const gameJsonBeginning = '{"wordhost":1,"judged":{';

/** A whole game as one value of JSON: what came of judging it again, its steps in words, and its events as they are in the record. */
export function gameJson(record: GameRecord, judged: Judged): string {
  const { lines, result = null } = record;
  const steps = [...toldSteps(record)].map(({ number, n, seat, sentence }) =>
    JSON.stringify({ step: number, n, ...(seat && { seat }), sentence }),
  );
  return `{"wordhost":1,"judged":${JSON.stringify(judged)},
"steps":[
${steps.join(',\n')}
],
"events":[
${lines.join(',\n')}
],
"result":${JSON.stringify(result)}}
`;
}
