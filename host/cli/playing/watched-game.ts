import { drawSeed } from '../../core/seed.ts';
import type { Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions } from '../../games/kit/limit-options.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { planMatch } from '../../match/plan/plan.ts';
import { statusOf } from '../../runs/exit-status.ts';
import { playGame } from '../../runs/play-game.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { dictionaryOptions } from '../../settings/dictionary-options.ts';
import { fieldsOf } from '../../settings/fields.ts';
import { hostingOptions } from '../../settings/hosting-options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { gameSummary } from '../../views/terminal/game-summary.ts';
import { pictureLines } from '../../views/terminal/grids/picture-lines.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import type { Demo } from '../game-words.ts';
import { hostingOf } from '../hosting/hosting.ts';
import { readSandboxRequest } from '../hosting/sandbox-request.ts';
import { Interruption } from '../interrupt.ts';
import { printLines, terminalWidth } from '../print.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { JobControl } from './job-control.ts';
import { viewOf } from './view.ts';

interface WatchedGame extends Omit<Demo, 'next'> {
  /** What to try then: a sentence, and the commands. */
  readonly next: (result: Result) => readonly [lead: string, commands: string];
  /** People play: who sees the game, each of them sees on its own screen. */
  readonly person?: {
    /** Of the game, as people like them. */
    readonly options: OptionValues<OptionTable>;
    readonly record: string | undefined;
  };
}

/** A game between built-in players, slow enough to be watched, or with a person. */
export async function playWatched(
  game: AnyGame,
  table: WatchedGame,
  coloured: boolean,
  seed: string = drawSeed(),
): Promise<number> {
  const paint = paintFor(coloured);
  const width = terminalWidth(process.stdout);
  const names = table.players.map(({ name }) => name);
  const picture = game.picture(names.length);
  using interruption = new Interruption();
  using _jobs = table.person && new JobControl();
  const view = table.person ? undefined : viewOf(process.stdout, game, picture, names, paint);
  const report = await playGame(planDemo(game, table, seed), {
    openSeats: processSeats(await hosting()),
    interrupt: interruption.signal,
    events: undefined,
    record: table.person?.record,
    trace: undefined,
    watch(event) {
      picture.take(event);
      view?.take(event);
    },
  });
  view?.end();
  const { result } = report;
  picture.take({ type: 'end', result });
  const panels = picture.panels();
  if (panels.some(({ rows }) => rows.length > 0))
    printLines(['', ...pictureLines(panels, names, width, Number.POSITIVE_INFINITY, paint), '']);
  printLines(gameSummary(result, game, [], { paint, width }));
  const [lead, commands] = table.next(result);
  printLines(['', lead, asCalled(commands)]);
  return interruption.status ?? statusOf(result);
}

/** Under npm, as in `npm start`, `wordhost` is not on the PATH, and npx finds it. */
function asCalled(commands: string): string {
  if (process.env.npm_lifecycle_event === undefined) return `  ${commands}`;
  return `  ${commands.replace(/(^|&& )(?=wordhost )/g, '$1npx ')}`;
}

function planDemo(game: AnyGame, table: WatchedGame, seed: string) {
  const said = table.person ? { 'game-timeout': '0' } : {};
  const where = (name: string) => `--${name}`;
  const limits = fieldsOf(limitOptions, settleOptions(limitOptions, [{ where, said }]));
  const options = table.person?.options ?? settleOptions(game.options, []);
  const players = table.players.map((player, index) => ({ seat: index + 1, entry: index + 1, ...player }));
  const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settleOptions(dictionaryOptions, [])));
  return planMatch({ game, options, lexicon, seed, limits, players });
}

/** As if no option were said. */
async function hosting() {
  const settings = fieldsOf(hostingOptions, settleOptions(hostingOptions, []));
  return hostingOf(settings, await readSandboxRequest(settings, {}, undefined), 'discard');
}
