import type { Client } from './client.ts';
import { wordsOn } from './every-word.ts';

export const TURNS = 6;

/** What two clients know of a game that they played. */
export interface PlayedGame {
  readonly key: string;
  readonly players: readonly [string, string];
  /** `NAME WORD` of each guess that was said to count. */
  readonly acknowledged: readonly string[];
  /** Of each guess of which nothing was heard. */
  readonly unanswered: readonly string[];
}

/** Both guess at the same moments, whoever's turn it is, until the game is over. */
export async function playedGame(pair: readonly [Client, Client], counted: () => void): Promise<PlayedGame> {
  const { urlsafe_key: key, board } = await begun(pair);
  const words = wordsOn(board);
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  const guess = async (client: Client) => {
    const word = words.splice(Math.floor(Math.random() * words.length), 1)[0]!;
    const answer = await client.ask('PUT', `/make_move/${key}`, { user_name: client.name, guess: word });
    if (answer === undefined) {
      unanswered.push(`${client.name} ${word}`);
      // Until it is answered again: else its words are used up before the database is back.
      await client.read(`/get_game/${key}`);
    } else if (/^(Correct|Sorry)!/.test(answer.message)) {
      acknowledged.push(`${client.name} ${word}`);
      counted();
    }
    return answer?.game_over;
  };
  for (;;) {
    const ends = await Promise.all(pair.map(guess));
    if (ends.includes(true)) return { key, players: [pair[0].name, pair[1].name], acknowledged, unanswered };
  }
}

async function begun([first, second]: readonly [Client, Client]) {
  for (;;) {
    const names = { user1_name: first.name, user2_name: second.name, turns: TURNS };
    const game = await first.ask('POST', '/new_game', names);
    if (game !== undefined) return game;
  }
}
