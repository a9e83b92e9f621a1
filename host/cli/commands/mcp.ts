import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssistantMove } from '../../bots/assistant.ts';
import { strengths } from '../../bots/strengths.ts';
import { UsageError } from '../../core/errors.ts';
import { drawId, drawSeed } from '../../core/seed.ts';
import { byName, listOf, noted, oneOf, optional, text, whole } from '../../core/shape.ts';
import { documentPath } from '../../files/package-root.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable } from '../../games/kit/option.ts';
import type { OpenSeats } from '../../match/seat.ts';
import { type GameReport, recordPath } from '../../runs/play-game.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../settings/options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { AssistantGame } from '../../tools/mcp/assistant-game.ts';
import { Folder, runOwn } from '../../tools/mcp/own-programs.ts';
import { type Resource, serveSession, tool } from '../../tools/mcp/session.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import type { GamesWords, GameWords } from '../game-words.ts';
import { makeFolder } from '../process/paths.ts';
import { processOptions, readSandboxRequest } from '../process/process-request.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { Interruption } from '../signals.ts';

const options = {
  folder: {
    kind: 'text',
    default: '.',
    value: 'DIR',
    help: 'folder with bots and records, to which tools are limited',
    everyday: true,
  },
  opponent: {
    kind: 'list',
    default: [],
    value: 'COMMAND',
    help: 'command of an opponent that the assistant may choose; repeatable',
    everyday: true,
  },
  record: {
    kind: 'text',
    default: undefined,
    value: 'DIR',
    help: 'folder for records of the games (default: a temporary folder)',
  },
} as const satisfies OptionTable;

/** Games, a judge and checks of bots for an assistant that speaks the Model Context Protocol. */
export function mcpOf(games: GamesWords): Command {
  return commandOf({
    summary: 'Lets an assistant play, judge moves and check bots through the Model Context Protocol.',
    operands: { form: '[options]', min: 0, max: 0, expected: 'no operand' },
    options,
    examples: [
      ['wordhost mcp', 'serve the tools on standard input and output, as an assistant starts it'],
      [
        'wordhost mcp --folder bots --opponent "python3 bots/ada.py"',
        'add an opponent, and check bots of a folder',
      ],
    ],
    notes: 'Exit status: 0, or 143 after SIGTERM. Games and bots end with the session.',
    run: async (call) => await serve(games, call),
  });
}

async function serve(games: GamesWords, { options: given }: Call<typeof options>): Promise<number> {
  const folder = new Folder(given.folder);
  const { sandbox, openOthers } = await playersHere(folder);
  if (given.record !== undefined) makeFolder(given.record, '--record');
  const record = given.record ?? mkdtempSync(join(tmpdir(), 'wordhost-games-'));
  using interruption = new Interruption();
  const session = new AbortController();
  const ended = AbortSignal.any([session.signal, interruption.signal]);
  const tables = new Tables({ games, opponents: given.opponent, record, folder, openOthers, ended });
  const runs = new Set<Promise<unknown>>();
  const own = (words: readonly string[], cancelled: AbortSignal) => {
    const run = runOwn(words, folder.path, cancelled).finally(() => runs.delete(run));
    runs.add(run);
    return run;
  };
  const tools = toolsOf(games, tables, { folder, sandbox, own });
  await serveSession({ tools, resources: wirePages(games), instructions: INSTRUCTIONS, ended });
  session.abort();
  await Promise.allSettled([tables.over(), ...runs]);
  if (given.record === undefined && readdirSync(record).length === 0) rmdirSync(record);
  return interruption.status ?? 0;
}

const INSTRUCTIONS =
  'Plays word games against bots, and helps to write bots. start_game gives a key and the rules; then get_position, check_move and make_move. The resources are the protocols of bots.';

/** The sandbox that there is: `strict` where this machine has it. */
async function playersHere(folder: Folder) {
  const settled = fieldsOf(hostingOptions, settleOptions(hostingOptions, []));
  const request = async (sandbox: 'strict' | 'auto') => {
    const settings = { ...settled, sandbox, cwd: folder.path };
    return processOptions(settings, await readSandboxRequest(settings, {}, undefined), 'discard');
  };
  const strict = await request('strict').catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
  });
  return { sandbox: strict ? 'strict' : 'auto', openOthers: processSeats(await request('auto')) };
}

const MOST_RUNNING = 8;
/** Clients wait a minute for an answer, unless they are told otherwise. */
const LONGEST_WAIT_MS = 45_000;

interface TableTerms {
  readonly games: GamesWords;
  readonly opponents: readonly string[];
  readonly record: string;
  readonly folder: Folder;
  readonly openOthers: OpenSeats;
  readonly ended: AbortSignal;
}

interface StartRequest {
  readonly game: string;
  readonly opponent?: string | undefined;
  readonly seed?: string | undefined;
  readonly options?: Readonly<Record<string, string>> | undefined;
}

/** The games of a session, by their keys. */
class Tables {
  readonly opponents: readonly string[];
  readonly #terms: TableTerms;
  readonly #games = new Map<string, AssistantGame>();

  constructor(terms: TableTerms) {
    this.#terms = terms;
    this.opponents = [...strengths, ...terms.opponents];
  }

  async over(): Promise<void> {
    await Promise.all([...this.#games.values()].map(({ over }) => over));
  }

  recordOf(key: string): string | undefined {
    const game = this.#games.get(key);
    if (game && !game.report) throw new UsageError('record: the game is not over yet');
    return game?.report?.records[0];
  }

  async start({ game: name, opponent = 'easy', ...given }: StartRequest, cancelled: AbortSignal) {
    if ([...this.#games.values()].filter(({ isOver }) => !isOver).length >= MOST_RUNNING)
      throw new UsageError(`expected at most ${MOST_RUNNING} running games: finish one of them`);
    const words = this.#terms.games[name]!;
    const command = botOf(words, opponent, () => {
      if (this.opponents.includes(opponent)) return opponent;
      throw new UsageError(`opponent: expected one of ${this.opponents.join(', ')}; got ${opponent}`);
    });
    const game = await words.game();
    const options = gameOptions(words, game, given.options);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settleOptions(dictionaryOptions, [])), true);
    const key = drawId();
    const { record, folder } = this.#terms;
    const secret = recordPath(realpathSync(record), key);
    folder.secrets.add(secret);
    const playing = new AssistantGame({
      ...this.#terms,
      game,
      options,
      lexicon,
      id: key,
      seed: given.seed ?? drawSeed(),
      opponent: { name: opponent, command },
      seat: (await words.assistant!())(lexicon),
    });
    void playing.over.then(() => folder.secrets.delete(secret));
    this.#games.set(key, playing);
    const position = await this.position(key, cancelled);
    return [`key: ${key}`, ...(playing.report ? [] : [playing.seat.rules()]), position].join('\n');
  }

  async position(key: string, cancelled: AbortSignal): Promise<string> {
    const game = this.#game(key);
    await game.waitForTurn(LONGEST_WAIT_MS, cancelled);
    const { seat, report } = game;
    const news = game.takeNews();
    if (report) return [...news, ...ending(report)].join('\n');
    const due = seat.isDue ? 'It is your move.' : 'The opponent has not moved yet: call get_position again.';
    return [...news, seat.position(), due].join('\n');
  }

  /** A string is the reason why the move is not legal. */
  read(key: string, move: string): AssistantMove | string {
    const { report, seat } = this.#game(key);
    if (report) throw new UsageError('the game is over');
    if (!seat.isDue) throw new UsageError('it is not your turn yet: call get_position');
    return seat.read(move);
  }

  async move(key: string, written: string, cancelled: AbortSignal): Promise<string> {
    const move = this.read(key, written);
    if (typeof move === 'string') throw new UsageError(`not played: ${move}`);
    this.#game(key).send(move);
    return await this.position(key, cancelled);
  }

  #game(key: string): AssistantGame {
    const game = this.#games.get(key);
    if (!game) throw new UsageError(`key: there is no game ${key} in this session`);
    return game;
  }
}

/** The command of a bot of a strength, or of another bot. */
function botOf({ play }: GameWords, word: string, other: (word: string) => string): string {
  const strength = strengths.find((each) => each === word);
  return play && strength ? play.opponents[strength] : other(word);
}

/** The options of a game as `wordhost play` has them, and as the assistant wants them. They read no files. */
function gameOptions({ title, play }: GameWords, game: AnyGame, wanted: StartRequest['options'] = {}) {
  const table: OptionTable = game.options;
  for (const [option, value] of Object.entries(wanted)) {
    const spec = Object.hasOwn(table, option) ? table[option]! : undefined;
    if (!spec) throw new UsageError(`options: ${title} has no option ${option}`);
    if (spec.kind === 'file' && !spec.named?.(value))
      throw new UsageError(`options: ${option}: expected a built-in name; got ${value}`);
  }
  const texts = { ...play?.options, ...play?.shared, ...wanted };
  const settled = settleOptions(table, [{ where: (option) => `options: ${option}`, texts }]);
  const problem = game.unplayable(settled, 2);
  if (problem !== undefined) throw new UsageError(problem);
  return settled;
}

function ending({ result, records: [record], recordFailure }: GameReport): readonly string[] {
  const { outcome } = result.players[0]!;
  const come = outcome === 'won' ? 'have won' : outcome === 'draw' ? 'have drawn' : 'have not won';
  return [
    `The game is over (${result.reason}): you ${come}.`,
    record === undefined ? `The record failed: ${recordFailure}` : `Record: ${record}`,
  ];
}

interface Programs {
  readonly folder: Folder;
  readonly sandbox: string;
  /** Runs a command of this program, and returns what it prints. */
  readonly own: (words: readonly string[], cancelled: AbortSignal) => Promise<string>;
}

const shortText = text(undefined, undefined, { most: 200 });
const key = noted('the key that start_game returned', text(/^[\w-]{21}$/, 'a key of start_game'));
const move = noted(
  'the move, as the rules of start_game say',
  text(undefined, undefined, { least: 1, most: 4000 }),
);
const position = noted('a position in CGP', text(/^[^-]/, 'a position in CGP', { most: 4000 }));
const record = noted(
  'the key of a finished game, or a record in the folder',
  text(/^[^-]/, 'a key or a file', { most: 1000 }),
);
const command = noted(
  'a program in the folder, such as ./bot or python3 bot.py',
  text(undefined, undefined, { most: 1000 }),
);
const gameOptionTexts = noted(
  'options of the game, as on the command line, such as {"rules": "simple"}',
  byName(shortText),
);

/** Options of `judge` that a tool may set. Files among their values are in the folder. */
const JUDGE_OPTIONS =
  /^--(?:laid|cgp|hand|bag|rules|board|tiles|handsize|dictionary|found|words|width|height|seed|json)(?:=|$)/;
const MOST_GAMES = 1000;

function toolsOf(games: GamesWords, tables: Tables, { folder, sandbox, own }: Programs) {
  const names = Object.keys(games);
  const game = oneOf(...names);
  const isolated = ['--sandbox', sandbox];
  const bot = (name: string, word: string) => botOf(games[name]!, word, () => folder.checkCommand(word));
  const recorded = (named: string) => tables.recordOf(named) ?? folder.check(named);
  return {
    start_game: tool(
      `Starts a game. opponent: ${tables.opponents.join(', or ')}. Returns its key, the rules and the position.`,
      {
        game: oneOf(...names.filter((name) => games[name]!.assistant)),
        opponent: optional(shortText),
        seed: optional(shortText),
        options: optional(gameOptionTexts),
      },
      (input, cancelled) => tables.start(input, cancelled),
    ),
    get_position: tool(
      'Shows the position, and what happened since the last call.',
      { key },
      (input, cancelled) => tables.position(input.key, cancelled),
    ),
    check_move: tool('Says what a move would bring, without playing it.', { key, move }, (input) => {
      const read = tables.read(input.key, input.move);
      return typeof read === 'string' ? `not legal: ${read}` : read.brings;
    }),
    make_move: tool(
      'Plays a move. Says what was wrong with it, or what it brought and what the opponent did.',
      { key, move },
      (input, cancelled) => tables.move(input.key, input.move, cancelled),
    ),
    analyze_game: tool(
      'Shows the mistakes of each player in a finished game, move by move, and the best moves.',
      { record },
      async (input, cancelled) => {
        const path = recorded(input.record);
        return `${await own(['analyze', path], cancelled)}\nRecord: ${path}`;
      },
    ),
    replay: tool(
      'Shows a record event by event, or verifies every decision in it.',
      { record, verify: optional(oneOf(true, false)) },
      (input, cancelled) =>
        own(['replay', ...(input.verify ? ['--verify'] : []), recorded(input.record)], cancelled),
    ),
    judge: tool(
      'Judges a move, a grid or a word, with the arguments of `wordhost judge GAME`.',
      { game, arguments: listOf(text(undefined, undefined, { most: 4000 }), 1) },
      (input, cancelled) => {
        if (input.arguments.length > 40) throw new UsageError('arguments: expected at most 40');
        for (const word of input.arguments) {
          if (word.startsWith('-') && !JUDGE_OPTIONS.test(word))
            throw new UsageError(`arguments: the option ${word} cannot be set here`);
          folder.check(word);
        }
        return own(['judge', input.game, ...input.arguments], cancelled);
      },
    ),
    moves: tool(
      'Lists the plays with the most points in a position in CGP.',
      { position, top: optional(whole(1, 100)) },
      (input, cancelled) =>
        own(['moves', folder.check(input.position), '--top', `${input.top ?? 20}`], cancelled),
    ),
    check_bot: tool(
      'Tests a bot in the folder against the protocol of a game, step by step.',
      { game, command },
      (input, cancelled) =>
        own(['check', input.game, ...isolated, folder.checkCommand(input.command)], cancelled),
    ),
    compare_bots: tool(
      `Plays mirrored pairs of games between two bots in the folder, or bots of a strength (${strengths.join(', ')}).`,
      {
        game,
        new: command,
        old: command,
        games: optional(whole(2, MOST_GAMES)),
        seed: optional(shortText),
      },
      (input, cancelled) => {
        const bots = [input.new, input.old].map((word) => bot(input.game, word));
        const seed = input.seed === undefined ? [] : [`--seed=${input.seed}`];
        const count = ['--games', `${input.games ?? 20}`];
        return own(['compare', input.game, ...isolated, ...count, ...seed, ...bots], cancelled);
      },
    ),
  };
}

/** The pages of the protocols, so that an assistant knows what it writes a bot for. */
function wirePages(games: GamesWords): Resource[] {
  return Object.entries(games).flatMap(([name, { title }]) => {
    const path = documentPath(`reference/${name}-wire.md`);
    const page = { uri: `wordhost://docs/reference/${name}-wire.md`, name: `The ${title} wire` };
    return existsSync(path) ? [{ ...page, read: () => readFileSync(path, 'utf8') }] : [];
  });
}
