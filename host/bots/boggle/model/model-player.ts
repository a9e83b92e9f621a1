import { judgeGuess, pointsOf } from '../../../games/boggle/judge.ts';
import { boggleOptions } from '../../../games/boggle/options.ts';
import { pathFinder } from '../../../games/boggle/path-finder.ts';
import { greet, termsOf, unplayable } from '../../../games/boggle/rules/open.ts';
import { readGreeting } from '../../../games/boggle/wire/greeting.ts';
import {
  answerSchema,
  Conversation,
  type ModelOptions,
  type ModelPlayerOptions,
  type ReadMove,
} from '../../model/conversation.ts';
import { setUpFirstTurn } from '../../model/first-turn.ts';
import { FollowedGame, play, type Table, tableOf } from '../play.ts';
import { describePosition, describeRules } from './prompt.ts';

const schema = answerSchema('words', { words: { type: 'array', items: { type: 'string' } } });

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

/** The messages of the first turn of a game with these options. A text alone is the reason why there are none. */
export function promptOf(
  words: readonly string[],
  options: Pick<ModelOptions, 'hints' | 'prompt'>,
): readonly string[] | string {
  const setup = setUpFirstTurn({ options: boggleOptions, unplayable }, words);
  if (typeof setup === 'string') return `--print-prompt: ${setup}`;
  const reading = readGreeting(greet(termsOf(setup), 1).split('\n'));
  if (!reading.ok) return reading.problem;
  const { told } = reading;
  const game = new FollowedGame(told.player);
  game.left = told.turns ?? 0;
  const table = tableOf(told, setup.lexicon, '1', game);
  return [options.prompt ?? describeRules(told, setup.lexicon.words), bogglePrompt(table, options)];
}

/** The prompt of a turn, without the rules. */
function bogglePrompt(
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
