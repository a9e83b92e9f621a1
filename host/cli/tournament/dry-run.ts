import { existsSync } from 'node:fs';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { counted } from '../../core/text/plural.ts';
import { playTournament } from '../../runs/play-tournament.ts';
import { roughTime, timeOfGame } from '../../views/terminal/live/pace-words.ts';
import { Interruption } from '../interrupt.ts';
import { seriesTools } from '../jobs/series-tools.ts';
import { printLines } from '../print.ts';
import { storeToRead } from '../stores/open-at.ts';
import { foldOf } from './kept-games.ts';
import { type Asked, mostAtOnce, requestOf, resumedFrom } from './play-kept.ts';
import { hostedTournament } from './ready-tournament.ts';

const MEASURED = 3;

/** How many games there are, and about how long they take. */
export async function dryRun(asked: Asked): Promise<number> {
  const { ready, read, store: path } = asked;
  await using store = existsSync(path) || isPostgresAddress(path) ? await storeToRead(path) : undefined;
  const versions = store ? await resumedFrom(store, asked) : [ready.kept];
  let kept = 0;
  const fold = await foldOf(versions, store, ({ ms }) => {
    kept += ms;
  });
  const planned = Math.max(fold.games, fold.schedule.planned);
  const left = planned - fold.games;
  const before = fold.games;
  using interruption = new Interruption();
  const places = { file: read.path, store: path, due: mostAtOnce(fold) };
  const hosting = await hostedTournament(ready, places);
  let seconds = before === 0 ? undefined : kept / before / 1000;
  if (before === 0 && left > 0) {
    const alone = { ...hosting, jobs: { jobs: 1, workers: 0, overlap: false } };
    await using tools = await seriesTools(
      { ...alone, settings: ready.settings, interruption },
      { game: ready.game.name, lexicon: ready.request.lexicon },
    );
    const start = performance.now();
    let count = 0;
    for await (const _ of playTournament(fold.schedule, requestOf(ready, versions.at(-1)!), tools)) {
      count++;
      if (count === MEASURED) break;
    }
    if (count > 0) seconds = (performance.now() - start) / 1000 / count;
  }
  if (interruption.status !== undefined) return interruption.status;
  const { jobs } = hosting.jobs;
  const { kind } = ready.kept.format;
  const atLeast = kind === 'knockout' ? 'at least ' : '';
  printLines([
    `${ready.kept.name}: ${kind}, ${counted(ready.players.length, 'player')}, ${atLeast}${counted(planned, 'game')}${before > 0 ? `, of which ${before} are played` : ''}`,
    ...(seconds === undefined || left === 0
      ? []
      : [
          `about ${roughTime((seconds * left) / jobs)} for ${before > 0 ? 'the rest' : 'all of them'}, ${counted(jobs, 'game')} at once: ${timeOfGame(seconds)} a game, measured on ${before > 0 ? 'those that were played' : `${MEASURED} games that are not kept`}`,
        ]),
  ]);
  return 0;
}
