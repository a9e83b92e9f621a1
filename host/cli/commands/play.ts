import { type Strength, strengths } from '../../bots/strengths.ts';
import { UsageError } from '../../core/errors.ts';
import { meant } from '../../core/text.ts';
import type { Result } from '../../events/result.ts';
import { quoted, shellWord } from '../../files/shell.ts';
import type { AnyGame } from '../../games/game.ts';
import type { OptionTable, OptionValues } from '../../games/kit/option.ts';
import type { PlayerOutcome } from '../../games/kit/verdict.ts';
import { dictionaryOptions, fieldsOf } from '../../settings/options.ts';
import { settleOptions } from '../../settings/settle-options.ts';
import { controllingTerminal } from '../../terminal/terminal.ts';
import { type Call, type Command, commandOf } from '../command.ts';
import {
  type GamesWords,
  type GameWords,
  gamesWith,
  oneOfGames,
  type PersonsGame,
  whyWithout,
} from '../game-words.ts';
import { makeFolder } from '../process/paths.ts';
import { wordsFor } from '../read-lexicon.ts';
import { optionWords } from '../reports/repeat.ts';
import { playWatched } from './demo.ts';

/** Options that some of the games have. */
const ofGame = {
  rules: {
    kind: 'text',
    default: undefined,
    value: 'NAME',
    help: 'set of rules, as for --rules of the command of the game (default: the same; with --people 2 a set with turns)',
  },
  first: {
    kind: 'text',
    default: undefined,
    value: 'SEAT',
    help: 'player who starts a game in turns: 1 is the first person (default: random)',
  },
} as const satisfies OptionTable;

const options = {
  strength: {
    kind: 'choice',
    choices: strengths,
    default: 'easy',
    help: 'strength of the bot, from the weakest to the strongest',
  },
  people: {
    kind: 'count',
    default: undefined as number | undefined,
    min: 1,
    max: 16,
    help: 'number of people who share this terminal; with 2 or more no bot plays (default: one for each --name)',
  },
  name: {
    kind: 'list',
    default: [],
    value: 'NAME',
    help: 'name of a person; repeat it for each person, in order',
  },
  ...ofGame,
  ...dictionaryOptions,
  seed: {
    kind: 'text',
    default: undefined,
    help: 'random seed; the same seed deals the same tiles (default: random)',
  },
  record: { kind: 'text', default: undefined, value: 'DIR', help: 'folder for a record of the game' },
} as const satisfies OptionTable;

/** A person against a bot, or several people at one terminal, with nothing to set up. */
export function playWith(games: GamesWords): Command {
  const playable = gamesWith(games, 'play');
  const tables = new Map(playable.toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)));
  const names = [...tables.keys()];
  return commandOf({
    summary: 'Plays a game at this terminal, against a bot of any strength or another person.',
    operands: oneOfGames(names),
    options,
    examples: names.flatMap((name, index) => [
      [index === 0 ? 'wordhost play' : `wordhost play ${name}`, `play ${games[name]!.title}`] as const,
      ...(index === 0
        ? [
            [`wordhost play ${name} --strength best`, 'play against the strongest bot'] as const,
            [`wordhost play ${name} --people 2`, 'let two people take turns at this terminal'] as const,
          ]
        : []),
    ]),
    notes:
      'Moves have no time limit. Type help, or press ?, for a list of commands; Ctrl-C ends the game. Exit status: 0, or 130 after Ctrl-C.',
    async run(call) {
      const [name = names[0]!] = call.operands;
      const table = tables.get(name);
      if (!table)
        throw new UsageError(
          `play: expected one of ${names.join(', ')}; got ${name}${whyWithout(games, name, 'play') || meant(name, names)}`,
        );
      const { strength, seed, record } = call.options;
      const people = peopleOf(call);
      const game = await games[name]!.game();
      const settled = settledFor({ name, words: games[name]!, table, game, people: people.length }, call);
      const lexicon = wordsFor(game, fieldsOf(dictionaryOptions, call.options));
      if (controllingTerminal() === undefined)
        throw new UsageError('play: expected a terminal; got none: run it in a terminal window');
      if (record !== undefined) makeFolder(record, '--record');
      const isAlone = people.length === 1;
      const persons = people.map((person) => ({
        name: person,
        command: `wordhost player human --name ${quoted(person)}${isAlone ? '' : ' --shared'}`,
      }));
      const bot = { name: strength, command: table.opponents[strength] };
      const next = ({ players: [player] }: Result) =>
        isAlone
          ? nextGame(name, strength, player!.outcome, sameAgain(call))
          : (['Another game:', peopleAgain(name, call, people.length)] as const);
      const players = isAlone ? [...persons, bot] : persons;
      const person = { options: settled, lexicon, record };
      return await playWatched(game, { players, next, person }, call.coloured, seed);
    },
  });
}

/** After a game that was won a stronger bot, after one that was lost a weaker one, and else the same. */
export function nextGame(
  game: string,
  strength: Strength,
  outcome: PlayerOutcome,
  same: readonly string[] = [],
): readonly [lead: string, command: string] {
  const step = outcome === 'won' ? 1 : outcome === 'lost' ? -1 : 0;
  const other = strengths[strengths.indexOf(strength) + step];
  const which =
    other === undefined || step === 0 ? '' : `, against a ${step > 0 ? 'stronger' : 'weaker'} bot`;
  return [
    `Another game${which}:`,
    ['wordhost play', game, '--strength', other ?? strength, ...same].join(' '),
  ];
}

const rankOf = ({ isUsual }: PersonsGame) => (isUsual ? 0 : 1);

type PlayCall = Call<typeof options>;

/** The names of the people. */
function peopleOf({ options: { people, name: names }, textsOf }: PlayCall): readonly string[] {
  const count = people ?? Math.max(1, names.length);
  if (names.length > count)
    throw new UsageError(
      `--name: expected at most ${count === 1 ? '1 name' : `${count} names`}, one for each person; got ${names.length}`,
    );
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new UsageError(
      `--name: expected a different name for each person; got ${JSON.stringify(twice)} twice`,
    );
  if (count > 1 && textsOf('strength') !== undefined)
    throw new UsageError(
      `--strength is for the bot, and no bot plays with --people ${count}: leave one of them out`,
    );
  const nameOf = (index: number) => (count === 1 ? 'You' : `Player ${index + 1}`);
  return Array.from({ length: count }, (_, index) => names[index] ?? nameOf(index));
}

interface Wanted {
  readonly name: string;
  readonly words: GameWords;
  readonly table: PersonsGame;
  readonly game: AnyGame;
  readonly people: number;
}

/** The options of the game, if so many people can play it at one terminal. */
function settledFor(wanted: Wanted, call: PlayCall): OptionValues<OptionTable> {
  const { words, table, game, people } = wanted;
  const given = givenFor(game, words, call);
  const texts = { ...table.options, ...(people > 1 && table.shared), ...given };
  const settled = settleOptions(game.options as OptionTable, [{ where: (name) => `--${name}`, texts }]);
  const unplayable = game.unplayable(settled, Math.max(2, people));
  if (people === 1) {
    if (unplayable !== undefined) throw new UsageError(unplayable);
    return settled;
  }
  if (game.pace(settled) !== 'turns') throw new UsageError(notInTurns(wanted, texts, given.rules));
  if (unplayable !== undefined) throw new UsageError(`--people ${people}: ${unplayable}`);
  return settled;
}

type GivenToGame = Readonly<Partial<Record<keyof typeof ofGame, string>>>;

/** The options of the game that were set; one that it does not have is refused, unless it was set for all commands. */
function givenFor(game: AnyGame, { title }: GameWords, call: PlayCall): GivenToGame {
  const given: Partial<Record<keyof typeof ofGame, string>> = {};
  for (const option of Object.keys(ofGame) as (keyof typeof ofGame)[]) {
    const text = call.options[option];
    if (text === undefined) continue;
    if (option in game.options) given[option] = text;
    else if (call.placeHere(option) !== undefined)
      throw new UsageError(`--${option}: ${title} has no such option: leave it out`);
  }
  return given;
}

function notInTurns(
  { name, words: { title }, table, people }: Wanted,
  texts: Readonly<Record<string, string>>,
  rules: string | undefined,
): string {
  const byRules = rules === undefined ? '' : ` by --rules ${rules}`;
  const otherwise = table.shared === undefined ? '' : 'leave --rules out, or ';
  const words = Object.entries(texts).map(([option, text]) => `--${option} ${text} `);
  const command = `wordhost ${name} ${words.join('')}"wordhost player human" "wordhost player human --terminal FILE"`;
  return `--people ${people}: people share a terminal by taking turns, and in ${title}${byRules} all play at the same time: ${otherwise}give each person a terminal: ${command}`;
}

/** The command for another game of the same people, with other tiles. */
function peopleAgain(game: string, call: PlayCall, people: number): string {
  const unnamed = call.options.name.length < people ? [`--people ${people}`] : [];
  return ['wordhost play', game, ...unnamed, ...sameAgain(call)].join(' ');
}

function sameAgain({ options: { name: names, rules, first }, textsOf }: PlayCall): readonly string[] {
  return [
    ...names.map((name) => `--name ${shellWord(name)}`),
    ...(rules === undefined ? [] : [`--rules ${rules}`]),
    ...(first === undefined ? [] : [`--first ${first}`]),
    ...Object.entries(dictionaryOptions).flatMap(([name, spec]) => optionWords(name, spec, textsOf(name))),
  ];
}
