import { rowsOf } from '../../../games/boggle/board.ts';
import type { Introduction } from '../../../games/boggle/wire/greeting.ts';
import type { FollowedGame } from '../play.ts';

/** The rules of this game in at most fifteen lines. Names of players are left out, because others chose them. */
export function describeRules(told: Introduction, words?: number): string {
  const { rules, player, names, board, turns, timeMs } = told;
  return [
    `You play a game of Boggle. You are player ${player} of ${names.length}.`,
    `Board: ${board.height} rows of ${board.width} cells. A cell has one to four letters, which are used together.`,
    'A word goes from a cell to one of its up to eight neighbors, and uses no cell twice.',
    `It must be in the word list${words === undefined ? '' : ` (${words} words)`}.`,
    'Points by letters: 3 or 4 letters 1, 5 letters 2, 6 letters 3, 7 letters 5, 8 or more letters 11; shorter words 0.',
    ...(rules === 'classic'
      ? [
          `All players have ${Math.round((timeMs ?? 0) / 1000)} seconds. A word that several players find brings nothing.`,
          'A wrong word costs nothing. You are asked once.',
        ]
      : [
          `Players guess one word in turn; the game has ${turns} turns of all players together.`,
          'A word brings its points to the player that guesses it first. A wrong guess brings nothing.',
          'Your first word that nobody has guessed is taken; the others are kept for your next turns.',
        ]),
    'Answer with one JSON object and nothing after it: {"words": ["WORD", "OTHER"]}, the best words first.',
  ].join('\n');
}

/** The position: board, points and the words that were guessed. */
export function describePosition(told: Introduction, { guesses, scores, left }: FollowedGame): string {
  const found = guesses.filter(({ points }) => points !== undefined);
  const missed = guesses.filter(({ player, points }) => points === undefined && player === told.player);
  return [
    'Board:',
    ...rowsOf(told.board),
    ...(told.rules === 'classic'
      ? []
      : [
          `Points: ${told.names.map((_, index) => `player ${index + 1}${index + 1 === told.player ? ' (you)' : ''} ${scores.get(index + 1) ?? 0}`).join(', ')}`,
          `Turns left: ${left}`,
          `Words that were found: ${found.map(({ player, word, points }) => `${word} (player ${player}, ${points})`).join(', ') || 'none'}`,
          `Your wrong guesses: ${missed.map(({ word }) => word).join(', ') || 'none'}`,
        ]),
  ].join('\n');
}
