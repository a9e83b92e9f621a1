import { UsageError } from '../../core/errors.ts';
import { withoutPassword } from '../../core/postgres-address.ts';
import { keyOf } from '../../core/seed.ts';
import { type GameRecord, parseRecord } from '../../events/read-record.ts';
import type { Games } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import { wordsOf } from '../../lexicon/automaton.ts';
import { build } from '../../lexicon/build.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import type { ReadableStore } from '../../runs/store/contract.ts';
import { parseStoredRecord } from '../../runs/store/stored-runs.ts';
import type { JudgeReport } from '../../views/html/replay-page.ts';
import { bytesOf, type FormToRead, ownOptions, playReadGame, problemIn } from '../commands/import.ts';
import { lexiconOf } from '../read-lexicon.ts';
import { isStore, readRecordAt, storeToRead } from '../stores.ts';
import { judgeReport, listOf, recordFiles } from '../verify.ts';

interface ReadGame {
  readonly record: GameRecord;
  /** It judges the game. */
  readonly lexicon: Lexicon;
  readonly notes: readonly string[];
  /** The result of judging the record again. */
  judged(): JudgeReport;
}

interface InputOptions {
  readonly dictionary: string | undefined;
  readonly skipsNonWords: boolean;
  /** All options of the command: those of forms are among them. */
  readonly all: OptionValues<OptionTable>;
}

/** The list that games from elsewhere are judged by, where no other is named. */
const USUAL_LIST = 'english';

const UNLISTED = 'This game has words that are not in the word list of the analysis.';

/** Games that are named on the command line: records, folders of them, stores, and files of other programs. */
export class GameInputs implements AsyncDisposable {
  readonly #games: Games;
  readonly #forms: readonly FormToRead[];
  readonly #options: InputOptions;
  readonly #stores = new Map<string, Promise<ReadableStore>>();
  readonly #lists = new Map<string, Lexicon>();

  constructor(games: Games, forms: readonly FormToRead[], options: InputOptions) {
    this.#games = games;
    this.#forms = forms;
    this.#options = options;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const store of this.#stores.values()) await (await store).close();
  }

  /** Each game by a name of its own. */
  async names(operands: readonly string[]): Promise<readonly string[]> {
    const names: string[] = [];
    for (const path of recordFiles(operands)) {
      if (!isStore(path)) names.push(path);
      else for await (const { number } of (await this.#store(path)).games()) names.push(`${path}#${number}`);
    }
    return names;
  }

  async read(name: string): Promise<ReadGame> {
    const form = this.#forms.find(({ name: form }) => name.toLowerCase().endsWith(`.${form}`));
    if (form) return await this.#readForm(name, form);
    const reading = await this.#readRecord(name);
    if (!reading.ok) throw new UsageError(reading.problem);
    const judged = () => judgeReport(reading, { dictionary: undefined, skipsNonWords: false });
    return { record: reading, lexicon: this.#listFor(withoutPassword(name), reading), notes: [], judged };
  }

  async #readRecord(name: string) {
    const [, path = '', number] = /^(.+)#([1-9]\d{0,8})$/s.exec(name) ?? [];
    if (!isStore(path)) return await readRecordAt(name, this.#games);
    const bytes = await (await this.#store(path)).record(Number(number));
    return bytes
      ? parseStoredRecord(bytes, withoutPassword(name), this.#games)
      : await readRecordAt(name, this.#games);
  }

  async #store(path: string): Promise<ReadableStore> {
    const opened = this.#stores.get(path) ?? storeToRead(path);
    this.#stores.set(path, opened);
    return await opened;
  }

  #listFor(name: string, { header: { dictionary } }: GameRecord): Lexicon {
    if (this.#options.dictionary !== undefined) return this.#named(this.#options.dictionary);
    if (!('sha256' in dictionary))
      throw new UsageError(
        `${name}: this game was played without a word list: choose one for the analysis, such as --dictionary ${USUAL_LIST}`,
      );
    const known =
      this.#lists.get(dictionary.sha256) ??
      listOf(dictionary, { dictionary: undefined, skipsNonWords: false });
    this.#lists.set(dictionary.sha256, known);
    return known;
  }

  #named(name: string): Lexicon {
    const { skipsNonWords } = this.#options;
    const known = this.#lists.get(name) ?? lexiconOf({ dictionary: name, skipsNonWords });
    this.#lists.set(name, known);
    return known;
  }

  /** A game with plays that stood though their words are not in the list is played with these words, too. */
  async #readForm(path: string, form: FormToRead): Promise<ReadGame> {
    const lexicon = this.#named(this.#options.dictionary ?? USUAL_LIST);
    const game = await form.game();
    const bytes = await bytesOf(path);
    const options = ownOptions(form, game.options, this.#options.all);
    const unplayable = game.unplayable(options, form.reader.players);
    if (unplayable !== undefined) throw new UsageError(unplayable);
    const read = (list: Lexicon | undefined) =>
      form.reader.read(bytes, { options, lexicon: list, keyOf, strict: false });
    let list: Lexicon | undefined = lexicon;
    let reading = read(list);
    if (!reading.ok) {
      const unlisted = form.reader.unlisted(bytes, { options, lexicon, keyOf, strict: false });
      const lists = [...(unlisted.length > 0 ? [withWords(lexicon, unlisted)] : []), undefined];
      for (list of lists) {
        const again = read(list);
        if (!again.ok) continue;
        reading = again;
        break;
      }
    }
    if (!reading.ok) throw new UsageError(problemIn(path, reading));
    const { lines } = await playReadGame(game, reading.game, { options, lexicon: list });
    const record = parseRecord(`${lines.join('\n')}\n`, path, this.#games);
    if (!record.ok) throw new Error(record.problem);
    const { list: named, notes } = reading.game;
    const other =
      this.#options.dictionary === undefined && named !== undefined && named !== USUAL_LIST
        ? [
            `it names the word list ${named}; the analysis uses ${USUAL_LIST}. Use --dictionary FILE for another list`,
          ]
        : [];
    const said = list === lexicon ? 'Each move was checked while the file was read.' : UNLISTED;
    const judged = () => ({ is: list === lexicon ? 'right' : 'not judged', said: [said] }) as const;
    return { record, lexicon, notes: [...other, ...notes].map((note) => `${path}: ${note}`), judged };
  }
}

/** Accepts these words in a game whose players did not challenge them. */
function withWords(lexicon: Lexicon, more: readonly string[]): Lexicon {
  const built = build([...new Set([...wordsOf(lexicon), ...more])].sort());
  if (!built.ok) throw new UsageError(`the word list ${lexicon.name} is full: no more words can be added`);
  return { ...lexicon, ...built.automaton };
}
