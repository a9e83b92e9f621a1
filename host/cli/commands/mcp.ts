import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { drawId, drawSeed } from '../../core/seed.ts';
import { byName, listOf, noted, oneOf, optional, strictObject, text, whole } from '../../core/shape.ts';
import { documentPath } from '../../files/package-root.ts';
import type { OptionTable } from '../../games/kit/option.ts';
import { processSeats } from '../../seats/process/process-seats.ts';
import { dictionaryOptions, fieldsOf, hostingOptions } from '../../settings/options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { AssistantGame } from '../../tools/mcp/assistant-game.ts';
import { Folder, runOwn } from '../../tools/mcp/own-programs.ts';
import { type Resource, serveSession, type Tool, tool } from '../../tools/mcp/session.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import { type GamesWords, type GameWords, strengths } from '../game-words.ts';
import { makeFolder } from '../process/paths.ts';
import { processOptions, readSandboxRequest } from '../process/process-request.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { Interruption } from '../signals.ts';

const options = {
  folder: {
    kind: 'text',
    default: '.',
    value: 'DIR',
    help: 'folder with bots and records: tools read no other files and start no other bots',
    everyday: true,
  },
  opponent: {
    kind: 'list',
    default: [],
    value: 'COMMAND',
    help: 'command of an opponent that the assistant may choose, besides the bots of `wordhost play`; repeatable',
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

async function serve(games: GamesWords, call: Call<typeof options>): Promise<number> {
  const { options: given } = call;
  const folder = new Folder(given.folder);
  const { record = mkdtempSync(join(tmpdir(), 'wordhost-games-')) } = given;
  if (given.record !== undefined) makeFolder(record, '--record');
  const { sandbox, openOthers } = await playersHere(folder);
  using interruption = new Interruption();
  const session = new AbortController();
  const ended = AbortSignal.any([session.signal, interruption.signal]);
  const tables = new Tables({ games, opponents: given.opponent, record, openOthers, ended });
  const calls = new Set<Promise<unknown>>();
  const own = async (words: readonly string[], cancelled: AbortSignal) => {
    const run = runOwn(words, folder.path, AbortSignal.any([cancelled, ended]));
    calls.add(run);
    const { status, text } = await run;
    calls.delete(run);
    return `${text}\n(exit status ${status ?? 'none: it was ended'})`;
  };
  const tools = {
    ...tables.tools(),
    ...programTools(games, folder, sandbox, { own, recordOf: (key) => tables.recordOf(key) }),
  };
  await serveSession({ tools, resources: wirePages(games), instructions: INSTRUCTIONS, ended });
  session.abort();
  await Promise.allSettled([tables.over(), ...calls]);
  return interruption.status ?? 0;
}

const INSTRUCTIONS =
  'Plays word games against bots, and helps to write bots. start_game gives a key and the rules; then get_position, check_move and make_move. The resources are the protocols of bots.';

/** The sandbox that there is: `strict` where this machine has it. */
async function playersHere(folder: Folder) {
  const settled = fieldsOf(hostingOptions, settleOptions(hostingOptions, []));
  const ask = async (sandbox: 'strict' | 'auto') => {
    const settings = { ...settled, sandbox, cwd: folder.path };
    return processOptions(settings, await readSandboxRequest(settings, {}, undefined), 'discard');
  };
  const sandbox = await ask('strict').then(
    () => 'strict' as const,
    (error: unknown) => {
      if (error instanceof UsageError) return 'auto' as const;
      throw error;
    },
  );
  return { sandbox, openOthers: processSeats(await ask('auto')) };
}

const MOST_RUNNING = 8;
/** Clients wait a minute for an answer, unless they are told otherwise. */
const LONGEST_WAIT_MS = 45_000;

const KEY = noted('the key that start_game returned', text(/^[\w-]{21}$/, 'a key of start_game'));
const MOVE = noted(
  'the move, as the rules of start_game say',
  text(undefined, undefined, { least: 1, most: 4000 }),
);
const shortText = text(undefined, undefined, { most: 200 });

interface TableTerms {
  readonly games: GamesWords;
  readonly opponents: readonly string[];
  readonly record: string;
  readonly openOthers: ReturnType<typeof processSeats>;
  readonly ended: AbortSignal;
}

/** The games of a session, by their keys. */
class Tables {
  readonly #terms: TableTerms;
  readonly #games = new Map<string, AssistantGame>();

  constructor(terms: TableTerms) {
    this.#terms = terms;
  }

  async over(): Promise<void> {
    await Promise.all([...this.#games.values()].map((game) => game.over()));
  }

  recordOf(key: string): string | undefined {
    const game = this.#games.get(key);
    if (game && !game.report) throw new UsageError('record: the game is not over yet');
    return game?.report?.records[0];
  }

  tools(): Record<string, Tool> {
    const playable = Object.keys(this.#terms.games).filter((name) => this.#terms.games[name]!.assistant);
    const withKey = strictObject({ key: KEY });
    const withMove = strictObject({ key: KEY, move: MOVE });
    return {
      start_game: tool({
        description: `Starts a game. opponent: ${strengths.join(', ')}${this.#terms.opponents.map((command) => `, or ${command}`).join('')}. Returns its key, the rules and the position.`,
        input: strictObject({
          game: oneOf(...playable),
          opponent: optional(shortText),
          seed: optional(shortText),
          options: optional(
            noted(
              'options of the game, as on the command line, such as {"rules": "simple"}',
              byName(shortText),
            ),
          ),
        }),
        run: async (input, cancelled) => await this.#start(input, cancelled),
      }),
      get_position: tool({
        description: 'Shows the position, and what happened since the last call.',
        input: withKey,
        run: async ({ key }, cancelled) => await this.#position(this.#game(key), cancelled),
      }),
      check_move: tool({
        description: 'Says what a move would bring, without playing it.',
        input: withMove,
        run: ({ key, move }) => {
          const read = this.#due(key).seat.read(move);
          return typeof read === 'string' ? `not legal: ${read}` : read.brings;
        },
      }),
      make_move: tool({
        description:
          'Plays a move. Says what was wrong with it, or what it brought and what the opponent did.',
        input: withMove,
        run: async ({ key, move }, cancelled) => {
          const game = this.#due(key);
          const read = game.seat.read(move);
          if (typeof read === 'string') throw new UsageError(`not played: ${read}`);
          game.send(read);
          return await this.#position(game, cancelled);
        },
      }),
    };
  }

  #game(key: string): AssistantGame {
    const game = this.#games.get(key);
    if (!game) throw new UsageError(`key: there is no game ${key} in this session`);
    return game;
  }

  #due(key: string): AssistantGame {
    const game = this.#game(key);
    if (game.report) throw new UsageError('the game is over');
    if (!game.seat.isDue) throw new UsageError('it is not your turn yet: call get_position');
    return game;
  }

  async #start(
    input: {
      game: string;
      opponent?: string | undefined;
      seed?: string | undefined;
      options?: Readonly<Record<string, string>> | undefined;
    },
    cancelled: AbortSignal,
  ): Promise<string> {
    const { games, record, openOthers, ended } = this.#terms;
    if ([...this.#games.values()].filter((game) => !game.report).length >= MOST_RUNNING)
      throw new UsageError(`expected at most ${MOST_RUNNING} running games: finish one of them`);
    const words = games[input.game]!;
    const { opponent: name = 'easy', seed = drawSeed() } = input;
    const game = await words.game();
    const table: OptionTable = game.options;
    const texts = { ...words.play?.options, ...words.play?.shared, ...input.options };
    for (const [option, value] of Object.entries(input.options ?? {})) {
      const spec = Object.hasOwn(table, option) ? table[option]! : undefined;
      if (!spec) throw new UsageError(`options: ${words.title} has no option ${option}`);
      if (spec.kind === 'file' && !spec.named?.(value))
        throw new UsageError(`options: ${option}: expected a built-in name; got ${value}`);
    }
    const settled = settleOptions(table, [{ where: (option) => `options: ${option}`, texts }]);
    const problem = game.unplayable(settled, 2);
    if (problem !== undefined) throw new UsageError(problem);
    const lexicon = lexiconOf(fieldsOf(dictionaryOptions, settleOptions(dictionaryOptions, [])), true);
    const key = drawId();
    const playing = new AssistantGame({
      ...{ game, options: settled, lexicon, seed, record, openOthers, ended },
      opponent: { name, command: this.#opponent(words, name) },
      seat: (await words.assistant!())(lexicon),
    });
    this.#games.set(key, playing);
    await playing.waitForTurn(LONGEST_WAIT_MS, cancelled);
    const rules = playing.report ? '' : `\n${playing.seat.rules()}`;
    return `key: ${key}${rules}\n${await this.#position(playing, cancelled)}`;
  }

  #opponent({ play }: GameWords, name: string): string {
    const strength = strengths.find((each) => each === name);
    if (play && strength) return play.opponents[strength];
    if (this.#terms.opponents.includes(name)) return name;
    throw new UsageError(
      `opponent: expected one of ${[...strengths, ...this.#terms.opponents].join(', ')}; got ${name}`,
    );
  }

  async #position(game: AssistantGame, cancelled: AbortSignal): Promise<string> {
    await game.waitForTurn(LONGEST_WAIT_MS, cancelled);
    const { report } = game;
    const news = game.takeNews();
    if (!report) {
      const due = game.seat.isDue
        ? 'It is your move.'
        : 'The opponent has not moved yet: call get_position again.';
      return [...news, game.seat.position(), due].join('\n');
    }
    const { result, records, recordFailure } = report;
    const [own] = result.players;
    return [
      ...news,
      `The game is over (${result.reason}): you ${own!.outcome === 'won' ? 'have won' : own!.outcome === 'draw' ? 'have drawn' : 'have not won'}.`,
      ...(records[0] === undefined ? [`The record failed: ${recordFailure}`] : [`Record: ${records[0]}`]),
    ].join('\n');
  }
}

interface Programs {
  own(words: readonly string[], cancelled: AbortSignal): Promise<string>;
  recordOf(key: string): string | undefined;
}

/** Options of `judge` that a tool may set. Files among their values are in the folder. */
const JUDGE_OPTIONS =
  /^--(?:laid|cgp|hand|bag|rules|board|tiles|handsize|dictionary|found|words|width|height|seed|json)(?:=|$)/;
const MOST_GAMES = 1000;

/** Tools that run commands of this program, for people who write bots. */
function programTools(
  games: GamesWords,
  folder: Folder,
  sandbox: 'strict' | 'auto',
  { own, recordOf }: Programs,
): Record<string, Tool> {
  const game = oneOf(...Object.keys(games));
  const command = noted(
    'a program in the folder, such as ./bot or python3 bot.py',
    text(undefined, undefined, { most: 1000 }),
  );
  const position = noted('a position in CGP', text(/^[^-]/, 'a position in CGP', { most: 4000 }));
  const record = noted(
    'the key of a finished game, or a record in the folder',
    text(/^[^-]/, 'a key or a file', { most: 1000 }),
  );
  const isolated = ['--sandbox', sandbox];
  const opponent = (name: string, word: string) => {
    const strength = strengths.find((each) => each === word);
    const { play } = games[name]!;
    return play && strength ? play.opponents[strength] : folder.checkCommand(word);
  };
  const recorded = (named: string) => recordOf(named) ?? folder.check(named);
  return {
    analyze_game: tool({
      description: 'Shows the mistakes of each player in a finished game, move by move, and the best moves.',
      input: strictObject({ record }),
      run: async (input, ended) => {
        const path = recorded(input.record);
        return `${await own(['analyze', path], ended)}\nRecord: ${path}`;
      },
    }),
    judge: tool({
      description: 'Judges a move, a grid or a word, with the arguments of `wordhost judge GAME`.',
      input: strictObject({ game, arguments: listOf(text(undefined, undefined, { most: 4000 }), 1) }),
      run: async (input, ended) => {
        if (input.arguments.length > 40) throw new UsageError('arguments: expected at most 40');
        for (const word of input.arguments) {
          if (word.startsWith('-') && !JUDGE_OPTIONS.test(word))
            throw new UsageError(`arguments: the option ${word} cannot be set here`);
          folder.check(word);
        }
        return await own(['judge', input.game, ...input.arguments], ended);
      },
    }),
    moves: tool({
      description: 'Lists the plays with the most points in a position in CGP.',
      input: strictObject({ position, top: optional(whole(1, 100)) }),
      run: async (input, ended) =>
        await own(['moves', folder.check(input.position), '--top', `${input.top ?? 20}`], ended),
    }),
    check_bot: tool({
      description: 'Tests a bot in the folder against the protocol of a game, step by step.',
      input: strictObject({ game, command }),
      run: async (input, ended) =>
        await own(['check', input.game, ...isolated, folder.checkCommand(input.command)], ended),
    }),
    compare_bots: tool({
      description: `Plays mirrored pairs of games between two bots in the folder, or bots of a strength (${strengths.join(', ')}).`,
      input: strictObject({
        game,
        new: command,
        old: command,
        games: optional(whole(2, MOST_GAMES)),
        seed: optional(shortText),
      }),
      run: async (input, ended) => {
        const bots = [input.new, input.old].map((bot) => opponent(input.game, bot));
        const count = ['--games', `${input.games ?? 20}`];
        const seed = input.seed === undefined ? [] : [`--seed=${input.seed}`];
        return await own(['compare', input.game, ...isolated, ...count, ...seed, ...bots], ended);
      },
    }),
    replay: tool({
      description: 'Shows a record event by event, or verifies every decision in it.',
      input: strictObject({ record, verify: optional(oneOf(true, false)) }),
      run: async (input, ended) =>
        await own(['replay', ...(input.verify ? ['--verify'] : []), recorded(input.record)], ended),
    }),
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
