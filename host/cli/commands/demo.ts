import { UsageError } from '../../core/errors.ts';
import { drawSeed } from '../../core/seed.ts';
import type { Result } from '../../events/result.ts';
import type { AnyGame } from '../../games/game.ts';
import { limitOptions, type OptionTable, type OptionValues } from '../../games/kit/option.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { planMatch } from '../../match/plan.ts';
import { playGame, statusOf } from '../../runs/play-game.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../settings/options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { pictureLines } from '../../views/terminal/pictures.ts';
import { gameSummary } from '../../views/terminal/story.ts';
import { type Command, commandOf } from '../command.ts';
import { type Demo, type GamesWords, gamesWith, oneOfGames, whyWithout } from '../game-words.ts';
import { printLines, terminalWidth } from '../output.ts';
import { processOptions, readSandboxRequest } from '../process/process-request.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { viewOf } from '../series/view.ts';
import { Interruption, JobControl } from '../signals.ts';

/** The first command for new users. */
export function demoOf(games: GamesWords): Command {
  const demos = new Map(gamesWith(games, 'demo'));
  const names = [...demos.keys()];
  return commandOf({
    summary: 'Plays and shows a game between built-in players.',
    operands: oneOfGames(names),
    options: {
      seed: {
        kind: 'text',
        default: undefined,
        help: 'random seed; the same seed deals the same tiles (default: random)',
      },
    },
    examples: names.map((name, index) => [
      index === 0 ? 'wordhost demo' : `wordhost demo ${name}`,
      `show a game of ${games[name]!.title}`,
    ]),
    async run({ operands: [name = names[0]!], options, coloured }) {
      const demo = demos.get(name);
      if (!demo)
        throw new UsageError(
          `demo: expected one of ${names.join(', ')}; got ${name}${whyWithout(games, name, 'demo')}`,
        );
      const lead = 'Next, play with a bot of your own (more: wordhost --help):';
      const table = { ...demo, next: () => [lead, demo.next] as const };
      return await playWatched(await games[name]!.game(), table, coloured, options.seed);
    },
  });
}

interface WatchedGame extends Omit<Demo, 'next'> {
  /** A sentence and commands to try next. */
  readonly next: (result: Result) => readonly [lead: string, commands: string];
  /** People play: who sees the game, each of them sees on its own screen. */
  readonly person?: {
    /** The options of the game that suit people. */
    readonly options: OptionValues<OptionTable>;
    readonly lexicon: Lexicon | undefined;
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
  printLines(gameSummary(result, game, [], { paint, width, withPeople: table.person !== undefined }));
  printLines(report.records.map((path) => `record: ${path}`));
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
  const texts = table.person ? { 'game-timeout': '0' } : {};
  const where = (name: string) => `--${name}`;
  const limits = fieldsOf(limitOptions, settleOptions(limitOptions, [{ where, texts }]));
  const options = table.person?.options ?? settleOptions(game.options, []);
  const players = table.players.map((player, index) => ({ seat: index + 1, entry: index + 1, ...player }));
  const usual = () => lexiconOf(fieldsOf(dictionaryOptions, settleOptions(dictionaryOptions, [])));
  const lexicon = table.person ? table.person.lexicon : usual();
  return planMatch({ game, options, lexicon, seed, limits, players });
}

/** The values of options without any that were given. */
async function hosting() {
  const settings = fieldsOf(hostingOptions, settleOptions(hostingOptions, []));
  return processOptions(settings, await readSandboxRequest(settings, {}, undefined), 'discard');
}
