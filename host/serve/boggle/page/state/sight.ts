import type { GameAnswer, TurnAnswer } from './answers.ts';

/** A game as somebody sees it who plays in it, or only looks. */
export interface Sight {
  /** None: only looks. */
  readonly me: string | undefined;
  /** Who has the turn; none after the end. */
  readonly next: string | undefined;
  readonly isMyTurn: boolean;
  readonly players: readonly PlayerSight[];
}

interface PlayerSight {
  readonly name: string;
  readonly points: number;
  readonly isNext: boolean;
  readonly isMe: boolean;
}

/** `names`: of the users of this browser, with the one first that was chosen. */
export function sightOf(game: GameAnswer, names: readonly string[]): Sight {
  const both = [game.user1_name, game.user2_name];
  const me = names.find((name) => both.includes(name));
  const next = game.game_over ? undefined : both[game.user1_is_next ? 0 : 1];
  const points = [game.user1_points, game.user2_points];
  const players = both.map((name, index) => ({
    name,
    points: points[index]!,
    isNext: name === next,
    isMe: name === me,
  }));
  return { me, next, isMyTurn: me !== undefined && next === me, players };
}

/** The other one of the two. */
export function opponentOf(game: GameAnswer, name: string): string {
  return game.user1_name === name ? game.user2_name : game.user1_name;
}

/** A sentence of texts, and of names, which the page shows each in its own direction of writing. */
export type Sentence = readonly (string | { readonly name: string })[];

/** Whose turn it is, or how it ended. */
export function standOf(game: GameAnswer, { me, next, isMyTurn }: Sight): Sentence {
  if (next !== undefined) return isMyTurn ? ['It’s your turn.'] : ['It’s the turn of ', { name: next }, '.'];
  const { winner = '' } = game;
  if (winner === '') return ['The game is over: a draw.'];
  return winner === me
    ? ['The game is over: you have won.']
    : ['The game is over: ', { name: winner }, ' has won.'];
}

/** What became of a turn, with its player and the winner as names. Some messages begin with who it was, others do not. */
export function turnSentence({ user, message }: TurnAnswer, names: readonly string[]): Sentence {
  const begins = message.startsWith(`${user} `);
  const rest = begins ? message.slice(user.length) : message;
  return [{ name: user }, ...(begins ? [] : [': ']), ...endSentence(rest, names)];
}

/** All that happened in a game, in words: a game that ends before its turns, and by no turn, was cancelled. */
export function historyOf(game: GameAnswer, turns: readonly TurnAnswer[]): readonly Sentence[] {
  const names = [game.user1_name, game.user2_name];
  const told = turns.map((turn) => turnSentence(turn, names));
  const isCancelled = game.game_over && game.turns_remaining > 0 && turns.at(-1)?.reason !== 'forfeited';
  if (!isCancelled) return told;
  const { winner = '' } = game;
  const loser = { name: opponentOf(game, winner) };
  return [...told, [loser, ' cancelled the game. ', { name: winner }, ' wins!']];
}

/** A message, with the winner that it may end with as a name. */
export function endSentence(message: string, names: readonly string[]): Sentence {
  for (const name of names) {
    const end = `${name} wins!`;
    const at = message.lastIndexOf(end);
    if (at !== -1 && (at === 0 || message[at - 1] === ' '))
      return [message.slice(0, at), { name }, message.slice(at + name.length)];
  }
  return [message];
}

export function turnsLeft({ turns_remaining, game_over }: GameAnswer): string {
  if (game_over) return 'no more turns';
  return turns_remaining === 1 ? 'the last turn' : `${turns_remaining} turns left`;
}
