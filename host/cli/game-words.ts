import type { OpenAssistantSeat } from '../bots/assistant.ts';
import type { Strength } from '../bots/strengths.ts';
import type { GameAnalysis } from '../games/analysis.ts';
import type { AnyGame, Games } from '../games/game.ts';
import type { OptionTable, OptionValues } from '../games/kit/option.ts';
import type { FormReader } from '../games/presentation.ts';
import type { Step } from '../tools/check/step.ts';
import type { Command, Example } from './command.ts';

/**
 * The facts about a game for the command line: its words, and where its parts are. The list of commands loads
 * it, so it is small: each part is loaded when it is needed.
 */
export interface GameWords {
  /** The name as it is printed. */
  readonly title: string;
  /** The summary in the list of commands. */
  readonly summary: string;
  /** The help of the command that plays the game. */
  readonly help: Pick<Command, 'summary' | 'examples' | 'notes'>;
  readonly game: () => Promise<AnyGame>;
  /** `wordhost judge GAME`. */
  readonly judge?: { readonly example: Example; readonly load: () => Promise<Command> };
  /** `wordhost check GAME`. */
  readonly check?: () => Promise<readonly Step[]>;
  /** The readers of `wordhost import FILE`, by the names of forms. */
  readonly readers?: Readonly<Record<string, () => Promise<FormReader>>>;
  /** `wordhost analyze`. */
  readonly analysis?: () => Promise<AnalysisWords>;
  /** `wordhost demo GAME`. */
  readonly demo?: Demo;
  /** `wordhost play GAME`. */
  readonly play?: PersonsGame;
  /** The seat through which an assistant plays, for `wordhost mcp`. */
  readonly assistant?: () => Promise<OpenAssistantSeat>;
  /** A built-in player that is quick and weak: in a dry run of a tournament each player meets it. */
  readonly opponent?: string;
  /** `wordhost new LANGUAGE GAME`. */
  readonly templates?: Templates;
  /** Commands that are about this game alone. */
  readonly commands?: Readonly<Record<string, OwnCommand>>;
}

/** The operand of a command that is about one of these games, or about the first. */
export function oneOfGames(names: readonly string[]) {
  const form = `[${names.join('|')}]`;
  return { form, min: 0, max: 1, expected: `one of ${names.join(', ')}`, choices: [names] };
}

/** Judges games of one kind move by move. */
export interface AnalysisWords {
  /** The options that only this game has. */
  readonly options: OptionTable;
  readonly analysis: GameAnalysis;
  /** The words after `wordhost player` that start who says the best moves, where these options name an engine. */
  engine?(options: OptionValues<OptionTable>): readonly string[] | undefined;
}

export interface OwnCommand {
  readonly summary: string;
  load(games: GamesWords): Promise<Command>;
}

/** Games by their names. The first of them is played if no command is named. */
export type GamesWords = Readonly<Record<string, GameWords>>;

/** The players of a demo, which are slow enough to watch. */
export interface Demo {
  readonly players: readonly { readonly name: string; readonly command: string }[];
  /** Commands to try next. They work as they stand, with more commands after `&& `. */
  readonly next: string;
}

/** The game of a person against a bot. */
export interface PersonsGame {
  /** It is played where no game is named. */
  readonly isUsual?: true;
  /** Options of the game as a person likes them: no time limit, for one. */
  readonly options: Readonly<Record<string, string>>;
  /** Further options for several people at a terminal, which is passed on from turn to turn. */
  readonly shared?: Readonly<Record<string, string>>;
  readonly opponents: Readonly<Record<Strength, string>>;
}

/** Example bots by their languages. */
export interface Templates {
  /** The folder with a folder for each language: a path from the package, or an absolute one. */
  readonly folder: string;
  readonly languages: Readonly<Record<string, Template>>;
}

/** The commands that make and run a bot in its own folder. */
export interface Template extends Way {
  readonly files: readonly string[];
  /** The packages of Debian that have its tools. */
  readonly packages?: string;
  /** Variants of these files for other tools. */
  readonly or?: Way;
}

interface Way {
  /** A command that runs in its folder first. */
  readonly once?: string;
  /** The command that makes it ready to run. */
  readonly build?: string;
  readonly run: string;
  readonly needs: string;
}

export async function loadGames(games: GamesWords): Promise<Games> {
  const loaded = Object.entries(games).map(async ([name, { game }]) => [name, await game()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

type Part = 'judge' | 'check' | 'readers' | 'analysis' | 'demo' | 'play' | 'templates';

/** Says why a command does not take a known game. Empty for a name that no game has. */
export function whyWithout(games: GamesWords, name: string | undefined, part: Part): string {
  if (name === undefined || !Object.hasOwn(games, name)) return '';
  return `: ${games[name]!.title} has no \`${part}\` in its words (GameWords)`;
}

/** The games that bring this part, and it. */
export function gamesWith<Name extends Part>(
  games: GamesWords,
  part: Name,
): (readonly [name: string, part: NonNullable<GameWords[Name]>])[] {
  return Object.entries(games).flatMap(([name, words]) => {
    const brought = words[part];
    return brought === undefined ? [] : [[name, brought as NonNullable<GameWords[Name]>] as const];
  });
}
