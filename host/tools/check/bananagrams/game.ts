import { bananagramsInWords } from '../../../games/bananagrams/events.ts';
import { explain, judgeGrid, type Square, wrongTiles } from '../../../games/bananagrams/judge.ts';
import { ageOf } from '../../../games/bananagrams/rules/peel.ts';
import {
  inAlphabet,
  lettersOf,
  noTiles,
  sameTiles,
  type Tiles,
  tilesOf,
  withoutTiles,
  withTiles,
} from '../../../games/bananagrams/tiles.ts';
import {
  type Dialect,
  excerptOf,
  type Message,
  type Notice,
  noticeText,
  readNotice,
  threeDigits,
} from '../../../games/bananagrams/wire/messages.ts';
import { bananagramsScanner } from '../../../games/bananagrams/wire/scanner.ts';
import { type Lexicon, notInList } from '../../../lexicon/lexicon.ts';
import { type Finding, untried, type WrongFinding } from '../findings.ts';
import {
  Dialogue,
  type Manner,
  type MessageEvent,
  type Scene,
  type SceneGame,
  type SceneLine,
  wordsOfScene,
} from '../scene.ts';
import type { Stage } from '../step.ts';

interface Setting {
  /** Words that replace the user's word list. */
  readonly words?: readonly string[];
  readonly manner?: Manner;
  /** A bot may have no peel for a hard hand in time. */
  readonly isHard?: true;
}

type Expected = 'peel' | 'dump';

/** Lines of the host in the numbered dialect. `d?.` returns the letter that the bot dumped. */
type Line = `< ${string}.` | `> ${Expected}`;
export type BananagramsLine = SceneLine<Line>;
export type BananagramsScene = Scene<Setting, Line>;

const LONGEST = 998_011;
const PLAYERS = 2;

export async function openBananagrams(
  { setting = {} }: BananagramsScene,
  { request, open }: Stage,
): Promise<SceneGame> {
  const lexicon = setting.words ? wordsOfScene(setting.words) : request.lexicon;
  const scanner = bananagramsScanner({ lenient: false, message: LONGEST, letters: 1000 });
  const bot = await open({ seat: 1, players: PLAYERS, lexicon, scanner });
  const dialogue = new Dialogue({
    bot,
    request,
    words: {
      ready: '`n` or `r`, once it is ready',
      nothing: 'nothing: no message needs an answer',
      textOf: excerptOf,
      overlooked: bananagramsInWords.overlooked,
    },
    manner: setting.manner,
    pieces: (text) => [...text],
  });
  return new BananagramsGame(dialogue, lexicon, setting.isHard === true);
}

const MOST_DUMPS = 12;
/** Letters that the bot gets for dumps, in this order. They are easy to place. */
const FOR_DUMPS = 'EATSERINGTONEDASLEROATINSEDERATIONSEL';
/** Late peels may be on their way when the host answers, but not more than this. */
const MOST_LATE = 5;

class BananagramsGame implements SceneGame {
  readonly dialogue: Dialogue<Message>;
  readonly #lexicon: Lexicon;
  readonly #isHard: boolean;
  #tiles: Tiles = noTiles;
  #isDealt = false;
  #peels = 0;
  #dumpedLetter = '';
  /** Hands that a message on its way may still belong to. */
  #before: readonly Tiles[] = [];

  constructor(dialogue: Dialogue<Message>, lexicon: Lexicon, isHard: boolean) {
    this.dialogue = dialogue;
    this.#lexicon = lexicon;
    this.#isHard = isHard;
  }

  get #hand(): string {
    return lettersOf(this.#tiles);
  }

  get #dialect(): Dialect {
    return this.dialogue.dialect === 'plain' ? 'plain' : 'numbered';
  }

  get #nextNumber(): number {
    return (this.#peels + 1) % 1000;
  }

  async write(line: string): Promise<Finding | undefined> {
    const notice = readNotice(line.replace('?', this.#dumpedLetter).slice(0, -1), 'numbered', this.#isDealt);
    if (notice) await this.#tell(notice);
    else if (this.#dialect === 'numbered') await this.dialogue.send(line);
    else return untried('the plain dialect has no such messages');
    return undefined;
  }

  async #tell(notice: Notice): Promise<void> {
    switch (notice.type) {
      case 'hand':
        this.#tiles = tilesOf(notice.tiles);
        this.#isDealt = true;
        break;
      case 'peeled':
        this.#before = notice.mine ? [] : [...this.#before, this.#tiles];
        this.#peels++;
        this.#tiles = withTiles(this.#tiles, notice.drew);
        break;
      case 'dumped': {
        const left = withoutTiles(this.#tiles, this.#dumpedLetter);
        this.#before = [left];
        this.#tiles = withTiles(left, notice.tiles);
        break;
      }
      case 'late':
        break;
      default:
        return notice satisfies never;
    }
    await this.dialogue.send(noticeText(notice, this.#dialect));
  }

  /** Late peels and dumps are answered. A dump scene is untried if the bot peels instead. */
  async expect(what: Expected): Promise<Finding | undefined> {
    let [dumps, late] = [0, 0];
    while (dumps <= MOST_DUMPS) {
      const event = await this.#next(what);
      if ('is' in event) return event;
      const { message, bytes } = event;
      if (message.type === 'dump') {
        const finding = this.#takeOff(message.letter, bytes[0]);
        if (finding || what === 'dump') return finding;
        const begin = (3 * dumps++) % (FOR_DUMPS.length - 2);
        await this.#tell({ type: 'dumped', tiles: inAlphabet(FOR_DUMPS.slice(begin, begin + 3)) });
        continue;
      }
      const judgement = this.#judge(message, bytes[0]);
      if (judgement === 'legal')
        return what === 'peel' ? undefined : untried('this step needs a dump; the bot peeled');
      if (judgement !== 'late') return judgement;
      if (late++ === MOST_LATE) return this.#tooOld(event);
      if (message.number !== undefined) await this.#tell({ type: 'late', number: message.number });
    }
    return untried(`it gave back letters more than ${MOST_DUMPS} times`);
  }

  async #next(what: Expected): Promise<MessageEvent<Message> | Finding> {
    await this.dialogue.flush();
    const limit = this.dialogue.request.turnTimeout;
    const expected = what === 'peel' ? `a peel of ${this.#hand}` : 'a dump';
    const isHard = this.#isHard || what === 'dump';
    const why = `there was no answer to ${this.#hand} within ${limit / 1e9} s, which is not a fault`;
    return await this.dialogue.next({ expected, limit, skipReason: isHard ? why : undefined });
  }

  #takeOff(letter: string, at: number): Finding | undefined {
    if (!this.#hand.includes(letter))
      return { is: 'wrong', expected: `a letter of ${this.#hand}`, came: `d${letter}`, at };
    this.#dumpedLetter = letter;
    return undefined;
  }

  #tooOld({ message, bytes }: MessageEvent<Message>): Finding {
    const number = this.#dialect === 'numbered' ? ` with the number ${threeDigits(this.#nextNumber)}` : '';
    return {
      is: 'wrong',
      expected: `a peel of ${this.#hand}${number}`,
      came: excerptOf(message),
      at: bytes[0],
      advice:
        'A peel with a number that is already used is late. Read the number and the tile of every message.',
    };
  }

  #judge({ number, grid }: Peel, begin: number): 'legal' | 'late' | WrongFinding {
    const age = number === undefined ? undefined : ageOf(number, this.#peels);
    const isEarlier = (tiles: Tiles) => grid.beyond === 0 && sameTiles(tilesOf(grid.letters), tiles);
    if (age === 'old' || (age === undefined && this.#before.some(isEarlier))) return 'late';
    if (age === 'future')
      return {
        is: 'wrong',
        expected: `peel ${threeDigits(this.#nextNumber)}`,
        came: `peel ${threeDigits(number!)}`,
        at: begin + 1,
        advice:
          'The number of a peel is the last number in a `+` or `=` message, plus one. The first is 001.',
      };
    const refusal = wrongTiles({ tiles: this.#tiles }, grid) ?? judgeGrid(grid, this.#lexicon);
    if (!refusal) return 'legal';
    const list = refusal.rule === 'word' ? `: ${notInList(this.#lexicon)}` : '';
    return {
      is: 'wrong',
      expected: `a legal peel of ${this.#hand}`,
      came: explain(refusal) + list,
      fault: refusal.rule,
      at: begin + ('at' in refusal ? cellIn({ number, grid }, refusal.at) : 0),
    };
  }
}

type Peel = Omit<Message & { readonly type: 'peel' }, 'type'>;

/** A peel has the letter `p`, the number and the size before its cells. */
function cellIn({ number, grid }: Peel, { column, row }: Square): number {
  const head = 'p'.length + (number === undefined ? 0 : '001'.length) + '003001'.length;
  return head + (row - 1) * grid.width + column - 1;
}
