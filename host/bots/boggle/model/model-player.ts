import { judgeGuess, pointsOf } from '../../../games/boggle/judge.ts';
import { pathFinder } from '../../../games/boggle/path-finder.ts';
import {
  Conversation,
  type ModelOptions,
  type ModelPlayerOptions,
  type ReadMove,
} from '../../model/conversation.ts';
import { play, type Table } from '../play.ts';
import { describePosition, describeRules } from './prompt.ts';

const schema = {
  name: 'words',
  schema: {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string' } } },
    required: ['words'],
    additionalProperties: false,
  },
};

/** Plays by a language model on standard input and output. Returns the exit status. */
export async function playByModel(options: ModelPlayerOptions): Promise<number> {
  return await play((table) => wordsOf(table, options), { name: options.name });
}

/** The model is asked when its words are used up; by the classic rules, once. */
async function* wordsOf(table: Table, options: ModelOptions): AsyncGenerator<string | undefined> {
  const { told, game } = table;
  const isClassic = told.rules === 'classic';
  using conversation = new Conversation(options);
  do {
    const read = await conversation.ask({
      turn: game.turn?.k ?? 1,
      rules: describeRules(told, table.lexicon.words),
      position: bogglePrompt(table, options),
      schema,
      until: isClassic ? (game.startedAt ?? 0) + (told.timeMs ?? 0) : endOf(game.turn),
      read: ({ words }) => readWords(words, table),
    });
    if (read) yield* read.move;
    else if (!isClassic) yield undefined;
  } while (!isClassic);
}

const endOf = (turn: Table['game']['turn']) =>
  turn?.ms === undefined ? Number.POSITIVE_INFINITY : turn.since + turn.ms;

/** The prompt of a turn, without the rules. */
export function bogglePrompt(
  { told, game, words }: Pick<Table, 'told' | 'game' | 'words'>,
  { hints }: Pick<ModelOptions, 'hints'>,
): string {
  const best = hints > 0 ? words.filter((word) => pointsOf(word) > 0 && !game.isSettled(word)) : [];
  const listed = best.toSorted((one, other) => pointsOf(other) - pointsOf(one)).slice(0, hints);
  return [
    describePosition(told, game),
    ...(hints > 0 ? [`Best words by points: ${listed.join(', ') || 'none'}`] : []),
    'Your words?',
  ].join('\n');
}

const MOST_WORDS = 2000;
const WORD = /^[A-Z]{1,64}$/;

function readWords(words: unknown, { told, lexicon, game }: Table): ReadMove<readonly string[]> | string {
  if (!Array.isArray(words)) return 'expected {"words": […]} with a list';
  const all = words
    .slice(0, MOST_WORDS)
    .map((word) => (typeof word === 'string' ? word.trim().toUpperCase() : ''));
  const read = [...new Set(all)].filter((word) => WORD.test(word) && !game.isSettled(word));
  const [first] = read;
  if (first === undefined) return 'the list has no word that nobody has guessed';
  const judged = judgeGuess({ paths: pathFinder(told.board), lexicon }, first);
  return {
    move: read,
    text: read.join(' '),
    ...(!judged.right && { refused: `${first}: ${judged.reason}` }),
  };
}
