import { drawSeed } from '../core/seed.ts';
import type { AnyGame } from '../games/game.ts';
import { planMatch } from '../match/plan.ts';
import { statusOf } from '../runs/exit-status.ts';
import { playGame } from '../runs/play-game.ts';
import { liveSeats } from '../seats/process/live-seats.ts';
import { commonOptions } from '../settings/common-options.ts';
import { settleOptions } from '../settings/settle-options.ts';
import { gameSummary } from '../views/terminal/game-summary.ts';
import { paintFor } from '../views/terminal/paint.ts';
import { sceneLines } from '../views/terminal/scene-lines.ts';
import type { Call } from './command.ts';
import { lexiconOf, ownCommandFolder } from './game-command.ts';
import type { Demo } from './game-words.ts';
import { Interruption } from './interrupt.ts';
import { printLines, terminalWidth } from './print.ts';
import { viewOf } from './view.ts';

/** A game between players that come along, slow enough to be watched. */
export async function playWatched(game: AnyGame, table: Demo, call: Call): Promise<number> {
  const seed = lastOf(call.said.seed) ?? drawSeed();
  const names = table.players.map(({ name }) => name);
  const picture = game.picture(names.length);
  using interruption = new Interruption();
  const view = viewOf(process.stdout, game, picture, names);
  const report = await playGame(planDemo(game, table, seed), {
    openSeats: liveSeats({ ...hosting(), commandFolder: ownCommandFolder() }),
    interrupt: interruption.signal,
    events: undefined,
    record: undefined,
    trace: undefined,
    watch(event) {
      picture.take(event);
      view.take(event);
    },
  });
  view.end();
  const { result } = report;
  picture.take({ type: 'end', result });
  const scene = picture.scene();
  if (scene.panels.some(({ rows }) => rows.length > 0))
    printLines(['', ...sceneLines(scene, names, terminalWidth(process.stdout)), '']);
  printLines(gameSummary(result, game, [], paintFor(call.coloured)));
  printLines(['', `Now with your own bot: ${table.next}  (more: wordhost --help)`]);
  return interruption.status ?? statusOf(result);
}

function lastOf(said: string | readonly string[] | undefined): string | undefined {
  return typeof said === 'string' ? said : said?.at(-1);
}

function planDemo(game: AnyGame, table: Demo, seed: string) {
  const own = { where: (name: string) => name, said: {} };
  const limits = {
    readyTimeout: commonOptions['ready-timeout'].default,
    gameTimeout: commonOptions['game-timeout'].default,
  };
  const players = table.players.map((player, index) => ({ seat: index + 1, entry: index + 1, ...player }));
  const lexicon = lexiconOf(commonOptions.dictionary.default);
  return planMatch({ game, options: settleOptions(game.options, [own]), lexicon, seed, limits, players });
}

function hosting() {
  const { shell, sandbox, grace, 'max-unread': unread } = commonOptions;
  return {
    sandbox: sandbox.default,
    shell: shell.default,
    cwd: undefined,
    graceNs: grace.default,
    unreadCap: unread.default,
    stderr: 'discard',
  } as const;
}
