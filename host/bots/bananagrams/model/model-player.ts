import { bananagramsOptions } from '../../../games/bananagrams/options.ts';
import { prepareRace, unplayable } from '../../../games/bananagrams/rules/open.ts';
import { handSize } from '../../../games/bananagrams/tiles.ts';
import { takeFrom } from '../../../games/kit/pool.ts';
import type { Lexicon } from '../../../lexicon/lexicon.ts';
import {
  answerSchema,
  Conversation,
  type ModelPlayerOptions,
  type ReadMove,
} from '../../model/conversation.ts';
import { setUpFirstTurn } from '../../model/first-turn.ts';
import { type Answer, type Hand, play, type Table } from '../play.ts';
import { readWrittenGrid } from '../written-grid.ts';
import { describePosition, describeRules, type KnownTiles } from './prompt.ts';

const schema = answerSchema(
  'grid',
  { grid: { type: 'array', items: { type: 'string' } }, dump: { type: 'string' } },
  [],
);

/** Plays by a language model on standard input and output. Returns the exit status. */
export async function playByModel(options: ModelPlayerOptions): Promise<number> {
  if (options.hints > 0) {
    process.stderr.write(`${options.name}: ${NO_HINTS}\n`);
    return 2;
  }
  return await play((table) => strategyOf(table, options), { name: options.name });
}

/** The messages of the first turn of a game with these options. A text alone is the reason why there are none. */
export function promptOf(
  words: readonly string[],
  { hints, prompt }: Pick<ModelPlayerOptions, 'hints' | 'prompt'>,
): readonly string[] | string {
  if (hints > 0) return NO_HINTS;
  const setup = setUpFirstTurn({ options: bananagramsOptions, unplayable }, words);
  if (typeof setup === 'string') return `--print-prompt: ${setup}`;
  const { names, options, lexicon } = setup;
  const [hand] = takeFrom(prepareRace(setup).bunch, 1, options.hand ?? handSize(names.length));
  const rules = prompt ?? describeRules(String(names.length), lexicon.words);
  return [rules, questionOf({ letters: hand.join(''), grid: [], drew: '' })];
}

const questionOf = (known: KnownTiles) => `${describePosition(known)}\nYour grid?`;

const NO_HINTS = '--hints: expected 0 in Bananagrams';

/** A strategy answers at once, so it looks for the answer of the model this often. */
const LOOK_EVERY_MS = 20;
/** The pause after a question without an answer. */
const PAUSE_MS = 1000;

function strategyOf({ lexicon }: Table, options: ModelPlayerOptions): (hand: Hand) => Answer {
  const conversation = new Conversation(options);
  const rules = describeRules(process.env.WORDHOST_PLAYERS ?? 'several', lexicon.words);
  let [turn, drew, wrong] = [0, '', ''];
  let grid: readonly string[] = [];
  let isAsking = false;
  let asked = '';
  let answer: Answer | undefined;
  let failure: Error | undefined;

  async function ask(letters: string): Promise<void> {
    const position = questionOf({ letters, grid, drew });
    const read = await conversation.ask({
      turn: ++turn,
      rules,
      position: wrong ? `Your last answer was wrong: ${wrong}\n${position}` : position,
      schema,
      until: Number.POSITIVE_INFINITY,
      read: (object) => readAnswer(object, letters, lexicon),
    });
    wrong = read?.refused ?? '';
    if (read && wrong === '') answer = read.move;
    else if (!read) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }

  return (hand) => {
    if (failure) throw failure;
    drew += hand.drew;
    // A letter has come while the model was asked: the answer is for another hand.
    if (answer && asked !== hand.letters) {
      wrong = `you have new tiles since: ${drew}`;
      answer = undefined;
    }
    if (answer) {
      const given = answer;
      answer = undefined;
      if ('peel' in given) [grid, drew] = [given.peel, ''];
      return given;
    }
    if (!isAsking) {
      isAsking = true;
      asked = hand.letters;
      ask(hand.letters)
        .catch((error: Error) => {
          failure = error;
        })
        .finally(() => {
          isAsking = false;
        });
    }
    return { wait: LOOK_EVERY_MS };
  };
}

type Read = ReadMove<Answer> | string;

function readAnswer(
  { grid, dump }: Readonly<Record<string, unknown>>,
  letters: string,
  lexicon: Lexicon,
): Read {
  if (typeof dump === 'string' && grid === undefined) return readDump(dump.trim().toUpperCase(), letters);
  if (!Array.isArray(grid) || grid.length === 0 || !grid.every((row) => typeof row === 'string'))
    return 'expected {"grid": ["…"]} with a list of texts, or {"dump": "Q"}';
  const written = grid.map((row: string) => row.toUpperCase().replaceAll(/[_-]/g, '.'));
  const read = readWrittenGrid(written, letters, lexicon);
  if (typeof read === 'string') return read;
  const { rows, refused } = read;
  return { move: { peel: rows }, text: rows.join('/'), refused };
}

function readDump(dump: string, letters: string): Read {
  if (!/^[A-Z]$/.test(dump)) return 'expected one letter in {"dump": "Q"}';
  const refused = letters.includes(dump) ? {} : { refused: `you have no ${dump}` };
  return { move: { dump }, text: `dump ${dump}`, ...refused };
}
