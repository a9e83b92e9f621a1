import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../host/serve/database/open.ts';

/*
 * `FOLDER START COUNT PAUSE` opens so many new databases in the folder, the first at this moment and each the pause later: another of
 * these opens each at the same moment. What is refused is said, a line each.
 */
const [folder = '', start, count, pause] = process.argv.slice(2);

for (let index = 0; index < Number(count); index++) {
  const moment = Number(start) + index * Number(pause);
  // To sleep until then would be to wake too late, each by another time.
  await setTimeout(Math.max(0, moment - Date.now() - 5));
  while (Date.now() < moment);
  const opening = await openDatabase(join(folder, `${index}.db`), ['CREATE TABLE note (text TEXT)']);
  if (opening.ok) await opening.database[Symbol.asyncDispose]();
  else console.log(opening.problem);
}
