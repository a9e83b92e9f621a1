import { excerpt } from '../../../games/line-game/wire/scanner.ts';
import { judgeChange, judgePlay } from '../../../games/scrabble/judge/judge-move.ts';
import type { HeldTiles, JudgingTerms } from '../../../games/scrabble/judge/judgement.ts';
import { errorLine, errorWords, type MoveError } from '../../../games/scrabble/judge/judgement.ts';
import type { Position } from '../../../games/scrabble/judge/position.ts';
import { searchPlays } from '../../../games/scrabble/moves/search-plays.ts';
import { emptyHand, type Hand, rackLetters, rackText, withTiles } from '../../../games/scrabble/tiles/bag.ts';
import type { Message, Notice, Placement } from '../../../games/scrabble/wire/messages.ts';
import { moveText } from '../../../games/scrabble/wire/messages.ts';
import { notInList } from '../../../lexicon/lexicon.ts';
import { type Finding, untried, type WrongFinding } from '../findings.ts';
import {
  askInTurn,
  expectSilence,
  otherSeats,
  performShared,
  setUp,
  tellScores,
  tellStart,
  tooEarly,
} from '../line-actions.ts';
import type { Answer } from '../line-game.ts';
import { flushAdvice, type Step, sceneStep, withoutHelp } from '../step.ts';
import {
  type Action,
  type CheckedGame,
  idsOf,
  type OtherMove,
  openGame,
  type ResolvedSetting,
  type Scene,
  type Turn,
} from './game.ts';
import { longerScenes } from './longer-scenes.ts';
import { boardScenes, moveScenes, tileScenes } from './move-scenes.ts';
import { endingScenes, failureScenes, talkScenes, timingScenes } from './turn-scenes.ts';

/** The state of the game when the bot moves. */
interface Situation {
  readonly position: Position;
  readonly hand: Hand;
  readonly inBag: number;
}

/** The error of the game's judge; none if the move is legal. */
export function errorsOf(set: ResolvedSetting, situation: Situation, message: Message): readonly MoveError[] {
  const { position, hand, inBag } = situation;
  if (message.type === 'change') return judgeChange(set, hand, inBag, message.ids);
  if (message.type !== 'play') return [];
  const judgement = judgePlay(set, position, hand, message.placements);
  return judgement.legal ? [] : judgement.errors;
}

function illegalMove(
  set: ResolvedSetting,
  { hand }: Situation,
  message: Message,
  errors: readonly MoveError[],
): Omit<WrongFinding, 'at'> {
  const held = rackText(hand, rackLetters(set.tiles));
  const lines = errors.map((error) => `${errorLine(error, set.seat)} (${meaning(error, set)})`);
  return {
    is: 'wrong',
    expected: `a legal move with what it holds: ${held === '' ? 'nothing' : held}`,
    came: `${excerpt(message.line)}, which gets ${lines.join('; ')}`,
    fault: [...new Set(errors.map(({ rule }) => rule))].join(' '),
  };
}

function meaning(error: MoveError, { lexicon }: ResolvedSetting): string {
  switch (error.rule) {
    case 'emptymove':
      return 'it has no tiles';
    case 'piecedoesnotexist':
      return `there is no tile ${error.id} in the table of tiles`;
    case 'playerdoesnothavepiece':
      return `it does not hold tile ${error.id}, or not so many of it`;
    case 'invalidpieceinst':
      return `tile ${error.id} cannot stand for that, or not with those points`;
    case 'emptytile':
      return 'the board has no square there';
    case 'occupiedtile':
      return 'a tile lies there already';
    case 'wordnotonroworcolumn':
      return 'not all on one row or column';
    case 'wordoutsideboard':
      return 'the word goes over a place without a square';
    case 'wordnotconnected':
      return 'there is a free square in the middle of the word';
    case 'firstwordtooshort':
      return 'a first word has two letters or more';
    case 'firstwordnotovercenter':
      return 'the board is empty: a first word covers its centre';
    case 'wordnotadjacent':
      return 'it touches nothing that lies on the board';
    case 'wordnotindictionary':
      return lexicon ? notInList(lexicon) : 'not in the word list';
    case 'notenoughpieces':
      return 'too few tiles in the bag';
    default:
      return error satisfies never;
  }
}

const MOST_STEPS = 2_000_000;

/** A legal play of as many of these tiles as is found soon, or none where there is none. */
function findPlay(
  terms: JudgingTerms,
  position: Position,
  held: HeldTiles,
): readonly Placement[] | undefined {
  const size = [...held.values()].reduce((sum, count) => sum + count, 0);
  let longest: readonly Placement[] | undefined;
  const search = searchPlays(terms, position, held, (found) => {
    const placements = found.placements();
    if (placements.length > (longest?.length ?? 0)) longest = placements;
  });
  for (const steps of search) if (longest?.length === size || steps > MOST_STEPS) break;
  return longest;
}

/** The bot's turn: its answer is judged, and the bot is told the outcome. */
async function takeTurn(game: CheckedGame, turn: Turn): Promise<Finding | undefined> {
  const answer = await askInTurn(game, 'play, pass, change or forfeit');
  return 'is' in answer ? answer : await settle(game, turn, answer);
}

async function settle(game: CheckedGame, turn: Turn, answer: Answer<Message>): Promise<Finding | undefined> {
  const { message } = answer;
  const errors = errorsOf(game.set, game, message);
  const isRefusedChange = message.type === 'change' && errors.every(({ rule }) => rule === 'notenoughpieces');
  if (errors.length > 0) {
    if (!isRefusedChange && !game.tolerates(errors))
      return {
        ...illegalMove(game.set, game, message, errors),
        at: answer.bytes[0],
        advice: game.setting.ifIllegal,
      };
    await refuse(game, errors);
    return isRefusedChange || turn.wants === undefined
      ? undefined
      : untried('its play was not legal here, which is no fault');
  }
  if (turn.wants !== undefined && message.type !== turn.wants)
    return otherThanWanted(game, turn.wants, message);
  if (turn.refused) await refuseLegal(game, turn.refused, message);
  else return await accept(game, message);
  return undefined;
}

async function refuse(game: CheckedGame, errors: readonly MoveError[]): Promise<void> {
  const lines = errors.map((error): Notice => ({ type: 'error', words: errorWords(error, game.set.seat) }));
  await game.tell(...lines, { type: 'failed' });
}

async function refuseLegal(
  game: CheckedGame,
  refused: NonNullable<Turn['refused']>,
  message: Message,
): Promise<void> {
  const placements = message.type === 'play' ? message.placements : [];
  const ids = message.type === 'change' ? message.ids : [];
  await game.say(...refused({ seat: game.set.seat, placements, ids }), 'failed');
}

async function accept(game: CheckedGame, message: Message): Promise<Finding | undefined> {
  switch (message.type) {
    case 'play': {
      const judgement = judgePlay(game.set, game.position, game.hand, message.placements);
      await game.accept(message.placements, judgement.legal ? judgement.points : 0);
      return undefined;
    }
    case 'change':
      await game.acceptChange(message.ids);
      return undefined;
    case 'pass':
      await game.tell({ type: 'passed', player: game.set.seat });
      return undefined;
    case 'forfeit':
      return untried('it forfeited, which it may');
    default:
      return message satisfies never;
  }
}

/** No fault, but perhaps it missed a play. */
function otherThanWanted(game: CheckedGame, wanted: 'play' | 'change', message: Message): Finding {
  const held = rackText(game.hand, rackLetters(game.set.tiles));
  if (wanted === 'change') return untried(`it answered ${message.type}, and this is about a change`);
  const play = findPlay(game.set, game.position, game.hand);
  const better = play
    ? `though it could ${moveText({ type: 'play', placements: play })}`
    : 'and there was no legal play';
  return untried(
    `it answered ${message.type} with ${held}, ${better}: this is about a play`,
    `${message.type}, and ${play ? 'a' : 'no'} play was possible`,
  );
}

function stepOf(scene: Scene): Step {
  return sceneStep(scene, (stage) => openGame(scene, stage), perform);
}

async function perform(game: CheckedGame, action: Action): Promise<Finding | undefined> {
  switch (action.do) {
    case 'set-up':
      return await begin(game);
    case 'quiet':
      return await quiet(game);
    case 'say':
    case 'run-out':
    case 'late-answer':
    case 'hang-up':
      return await performShared(game, action);
    case 'turn':
      return await takeTurn(game, action);
    case 'other':
      return await other(game, action.player, action.does);
    case 'play-out':
      return await playOut(game);
    case 'game-over':
      return await gameOver(game);
    default:
      return action satisfies never;
  }
}

async function begin(game: CheckedGame): Promise<Finding | undefined> {
  const finding = await setUp(game, game.greeting());
  if (!finding) await tellStart(game);
  return finding;
}

async function quiet(game: CheckedGame): Promise<Finding | undefined> {
  await game.listen();
  return tooEarly(game) ?? (await expectSilence(game.bot, 'nothing: it is not its turn'));
}

async function other(game: CheckedGame, player: number, does: OtherMove): Promise<Finding | undefined> {
  if (typeof does === 'string') {
    const types = { passes: 'passed', 'times-out': 'timeout', forfeits: 'forfeited' } as const;
    await game.tell({ type: types[does], player });
    return undefined;
  }
  if ('changes' in does) {
    await game.tell({ type: 'changed', player, tiles: does.changes });
    return undefined;
  }
  if ('fails' in does) {
    await game.tell({ type: 'playfailed', player, placements: overCenter(game, does.fails) });
    return undefined;
  }
  const held = withTiles(emptyHand, idsOf(does.plays, game.set.tiles));
  const placements = findPlay(game.set, game.position, held);
  if (!placements) return untried(`with these words another player cannot lay anything of ${does.plays}`);
  const judgement = judgePlay(game.set, game.position, held, placements);
  await game.layFor(player, placements, judgement.legal ? judgement.points : 0);
  return undefined;
}

function overCenter({ set }: CheckedGame, letters: string): Placement[] {
  const [x, y] = set.board.center;
  const { tiles } = set.tiles;
  return idsOf(letters, set.tiles).map((id, index) => {
    const face = tiles.find((kind) => kind.id === id)!.faces[0]!;
    return { x: x + index, y, id, ...face };
  });
}

const MOST_TURNS = 60;
const MOST_WITHOUT_POINTS = 3;

async function playOut(game: CheckedGame): Promise<Finding | undefined> {
  let pointless = 0;
  for (let turn = 0; turn < MOST_TURNS && pointless < MOST_WITHOUT_POINTS; turn++) {
    const before = game.score;
    const finding = await takeTurn(game, { do: 'turn' });
    if (finding) return finding;
    if (game.inBag === 0 && game.hand.size === 0) return undefined;
    pointless = game.score === before ? pointless + 1 : 0;
    for (const player of otherSeats(game)) await game.tell({ type: 'passed', player });
  }
  return undefined;
}

async function gameOver(game: CheckedGame): Promise<Finding | undefined> {
  const early = tooEarly(game);
  if (early) return early;
  const { set, score } = game;
  return await tellScores(game, (player) => (player === set.seat ? score : 0));
}

/** Whether it writes at once what it says, without the help that bots in Python have from the host. */
const flushing: Scene = {
  name: 'flushes what it writes, without help of the host',
  advice: flushAdvice,
  setting: { hand: 'CATDOGS' },
  actions: [{ do: 'set-up' }, { do: 'turn' }],
};

/** From what a bot must do first to what is rare. */
export const scrabbleScenes: readonly Scene[] = [
  ...talkScenes,
  ...moveScenes,
  ...failureScenes,
  ...timingScenes,
  ...boardScenes,
  ...tileScenes,
  ...endingScenes,
];

const longer = longerScenes.map(({ within, ...scene }) => ({ within, step: stepOf(scene) }));

export const scrabbleSteps: readonly Step[] = [
  ...scrabbleScenes.map((scene) => {
    const found = longer.find(({ within }) => within.includes(scene.name));
    return { ...stepOf(scene), within: found?.step };
  }),
  withoutHelp(stepOf(flushing)),
];
