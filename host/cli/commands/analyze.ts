import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { UsageError } from '../../core/errors.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import { counted, either } from '../../core/text.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { cachedKwg } from '../../lexicon/gaddag-cache.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { analyzeRecord } from '../../tools/analyze/analyze-record.ts';
import { LineProcess } from '../../tools/analyze/line-process.ts';
import type { AnalysisReport } from '../../views/analysis/report.ts';
import { Progress } from '../../views/terminal/progress.ts';
import { type AnalyzeOptions, analyzeOptions } from '../analyze/analyze-options.ts';
import { type AnalysisForm, type Analyzed, formOf } from '../analyze/forms.ts';
import { GameInputs } from '../analyze/inputs.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import { type AnalysisWords, type GamesWords, gamesWith, loadGames } from '../game-words.ts';
import { canRedraw, printJson, printNotes } from '../output.ts';
import { Interruption, tellFinishing } from '../signals.ts';
import { noteIfTorn } from '../verify.ts';
import { formsToRead, optionsOfForms } from './import.ts';

/** The operand of a process that reads the names of its games. */
const NAMES_COME = '-';

/** Games that were played, judged move by move. */
export async function analyzeOf(games: GamesWords): Promise<Command> {
  const forms = await formsToRead(games);
  const words = await analysesOf(games);
  const own: OptionTable = Object.assign({}, ...[...words.values()].map((each) => each.options));
  const files = either(forms.map(({ name }) => `GAME.${name}`));
  return commandOf<OptionTable & typeof analyzeOptions>({
    summary: 'Analyzes games move by move: what each move lost, and what the best moves were.',
    operands: {
      form: `[options] RECORD|FOLDER|STORE|STORE#N|${files}… | -`,
      min: 1,
      max: Number.POSITIVE_INFINITY,
      expected: 'records, folders of records, stores or games of other programs: wordhost analyze games',
    },
    options: { ...analyzeOptions, ...own, ...optionsOfForms(forms) },
    examples: [
      ['wordhost analyze games/ID.jsonl', 'show each move of a game'],
      [
        'wordhost analyze games --worst 10',
        'show statistics of each player in all games of a folder, and the worst moves',
      ],
      ['wordhost analyze games/ID.jsonl --as html --output game.html', 'write a page to open in a browser'],
      [
        'wordhost analyze nightly.db --as csv --output moves.csv --per-game games.csv --jobs 2',
        'write tables for a spreadsheet',
      ],
      [
        'wordhost analyze club.gcg --by equity --as gcg --output noted.gcg',
        'add notes to a game from another program',
      ],
    ],
    notes:
      'With -, names of games are read from standard input, one per line; each answer is one JSON object.\n' +
      'Exit status: 0 all games were analyzed, 2 at least one could not be.',
    async run(call) {
      const loaded = await loadGames(games);
      const settled = call.options as AnalyzeOptions & OptionValues<OptionTable>;
      await using inputs = new GameInputs(loaded, forms, {
        dictionary: settled.dictionary,
        skipsNonWords: settled['skip-non-words'],
        all: settled,
      });
      await using local = new LocalAnalyst(inputs, words, settled);
      if (call.operands.includes(NAMES_COME)) return await answerNames(call, local);
      const names = await inputs.names(call.operands);
      const form = formOf(names.length, settled);
      const wanted = settled.jobs === 'auto' ? availableParallelism() : settled.jobs;
      const jobs = Math.min(wanted, names.length);
      using interruption = new Interruption(() => tellFinishing(false));
      const analysts = form.needsRecord || jobs === 1 ? [local] : othersFor(call, jobs);
      const run = { names, form, interruption, words, player: settled.player };
      try {
        return await analyzeAll(run, analysts);
      } finally {
        for (const other of analysts) if (other !== local) await other[Symbol.asyncDispose]();
      }
    },
  });
}

type Analyses = ReadonlyMap<string, AnalysisWords>;

async function analysesOf(games: GamesWords): Promise<Analyses> {
  const loaded = gamesWith(games, 'analysis').map(async ([name, load]) => [name, await load()] as const);
  return new Map(await Promise.all(loaded));
}

/** Analyzes one game after another. */
interface Analyst extends AsyncDisposable {
  analyze(name: string): Promise<Analyzed>;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
}

class LocalAnalyst implements Analyst {
  readonly #inputs: GameInputs;
  readonly #words: Analyses;
  readonly #options: AnalyzeOptions & OptionValues<OptionTable>;
  /** The processes by word list. Each is started when it is first needed. */
  readonly #engines = new Map<string, LineProcess>();

  constructor(inputs: GameInputs, words: Analyses, options: AnalyzeOptions & OptionValues<OptionTable>) {
    this.#inputs = inputs;
    this.#words = words;
    this.#options = options;
  }

  async analyze(name: string): Promise<Analyzed> {
    const { record, lexicon, notes, judged } = await this.#inputs.read(name);
    const words = this.#words.get(record.header.game);
    const file = withoutPassword(name);
    if (!words)
      throw new UsageError(
        `${file}: ${record.header.game} games cannot be analyzed: the words of the game (GameWords) have no \`analysis\``,
      );
    noteIfTorn(record, file);
    printNotes(notes);
    const ask = this.#asking(words, lexicon);
    const { analysis } = words;
    const report = await analyzeRecord(record, file, {
      analysis,
      lexicon,
      options: this.#options,
      top: this.#options.top,
      ask,
    });
    return { report, read: { record, judged } };
  }

  kill(): void {
    for (const engine of this.#engines.values()) engine.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const engine of this.#engines.values()) await engine[Symbol.asyncDispose]();
  }

  #asking(words: AnalysisWords, lexicon: Lexicon): ((position: string) => Promise<string>) | undefined {
    const command = words.engine?.(this.#options);
    if (command === undefined) return undefined;
    return async (position) => {
      const engine = this.#engines.get(lexicon.sha256) ?? engineWith(command, lexicon);
      this.#engines.set(lexicon.sha256, engine);
      return await engine.ask(position);
    };
  }
}

/** It finds the word list where a player of a game finds it. */
function engineWith(command: readonly string[], lexicon: Lexicon): LineProcess {
  const kwg = cachedKwg(lexicon);
  const variables = { WORDHOST_DICTIONARY: lexicon.path, ...(kwg !== undefined && { WORDHOST_KWG: kwg }) };
  return new LineProcess(['player', ...command], { variables, reasonAfter: '--engine: ' });
}

/** Another process of this program. */
class RemoteAnalyst implements Analyst {
  readonly #process: LineProcess;

  constructor(words: readonly string[]) {
    this.#process = new LineProcess(words);
  }

  async analyze(name: string): Promise<Analyzed> {
    const answer = JSON.parse(await this.#process.ask(name)) as AnalysisReport | { readonly problem: string };
    if ('problem' in answer) throw new UsageError(answer.problem);
    return { report: answer, read: undefined };
  }

  kill(): void {
    this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/** These options are for the process that writes. */
const ofOutput = ['as', 'output', 'per-game', 'player', 'worst', 'price', 'step', 'jobs'];

function othersFor(call: Call<OptionTable>, jobs: number): readonly RemoteAnalyst[] {
  const forwarded = Object.keys(call.options)
    .filter((name) => !ofOutput.includes(name) && name !== 'config' && name !== 'color')
    .flatMap((name) =>
      (call.textsOf(name) ?? []).map((text) => (text === 'false' ? `--no-${name}` : `--${name}=${text}`)),
    );
  const words = ['analyze', NAMES_COME, '--jobs', '1', ...forwarded];
  return Array.from({ length: jobs }, () => new RemoteAnalyst(words));
}

async function answerNames({ operands }: Call<OptionTable>, analyst: Analyst): Promise<number> {
  if (operands.length > 1)
    throw new UsageError(`analyze: expected ${NAMES_COME} alone; got ${operands.join(' ')}`);
  let status = 0;
  for await (const name of createInterface({ input: process.stdin })) {
    if (name.trim() === '') continue;
    const analyzed = await attempt(analyst, name);
    if (typeof analyzed === 'string') status = 2;
    printJson(
      typeof analyzed === 'string' ? { file: withoutPassword(name), problem: analyzed } : analyzed.report,
    );
  }
  return status;
}

/** Returns a sentence if the game cannot be judged. */
async function attempt(analyst: Analyst, name: string): Promise<Analyzed | string> {
  try {
    return await analyst.analyze(name);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

interface AnalysisRun {
  readonly names: readonly string[];
  readonly form: AnalysisForm;
  readonly interruption: Interruption;
  readonly words: Analyses;
  /** The only player to analyze. Undefined: all. */
  readonly player: string | undefined;
}

function checkPlayer(player: string | undefined, players: ReadonlySet<string>): void {
  if (player !== undefined && players.size > 0 && !players.has(player))
    throw new UsageError(`--player ${player}: expected the name of a player: ${[...players].join(', ')}`);
}

/** Gives games to the analysts that are free, and writes them in their order, each as soon as those before it are written. */
async function analyzeAll(run: AnalysisRun, analysts: readonly Analyst[]): Promise<number> {
  const { names, form, interruption, player } = run;
  const written = new WrittenGames(run);
  let next = 0;
  interruption.signal.addEventListener('abort', () => {
    for (const analyst of analysts) analyst.kill();
  });
  const work = async (analyst: Analyst) => {
    while (next < names.length && !interruption.stop.aborted) {
      const index = next++;
      written.take(index, await attempt(analyst, names[index]!));
      // A pause between games lets signals arrive.
      await new Promise(setImmediate);
    }
  };
  try {
    await Promise.all(analysts.map(work));
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    written.progress.clear();
  }
  if (names.length === 1 && written.problem !== undefined) throw new UsageError(written.problem);
  const isWritten = form.end();
  if (interruption.status !== undefined) {
    printNotes([`interrupted: ${counted(written.count, 'game')} of ${names.length} analyzed`]);
    return interruption.status;
  }
  if (!isWritten) return 3;
  checkPlayer(player, written.players);
  return written.unread > 0 ? 2 : 0;
}

class WrittenGames {
  readonly #run: AnalysisRun;
  readonly #waiting = new Map<number, Analyzed | string>();
  readonly progress: Progress;
  readonly players = new Set<string>();
  count = 0;
  /** Games that could not be analyzed, or do not belong to the others. */
  unread = 0;
  /** Says why the first game could not be analyzed. */
  problem: string | undefined;

  constructor(run: AnalysisRun) {
    const of = run.names.length;
    const stream = of > 1 ? process.stderr : undefined;
    this.#run = run;
    this.progress = new Progress({ stream, redraws: canRedraw(process.stderr) }, { of, what: 'games' });
  }

  take(index: number, analyzed: Analyzed | string): void {
    this.#waiting.set(index, analyzed);
    for (; this.#waiting.has(this.count); this.count++) {
      const next = this.#waiting.get(this.count)!;
      this.#waiting.delete(this.count);
      if (typeof next === 'string') this.problem ??= next;
      const problem = typeof next === 'string' ? next : this.#write(next);
      if (problem === undefined) continue;
      this.unread++;
      this.progress.clear();
      if (this.#run.names.length > 1 || typeof next !== 'string') printNotes([problem]);
    }
    this.progress.show(this.count);
  }

  #write(analyzed: Analyzed): string | undefined {
    const { names, form, words, player } = this.#run;
    const { players, game } = analyzed.report;
    for (const { name } of players) this.players.add(name);
    if (names.length === 1) checkPlayer(player, this.players);
    return form.take(words.get(game)!.analysis, analyzed);
  }
}
