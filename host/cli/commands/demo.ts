import { UsageError } from '../../core/usage-error.ts';
import { type GameName, games } from '../../games/registry.ts';
import type { Command } from '../command.ts';
import { type DemoTable, playWatched } from '../watched-game.ts';

/** Who plays, slowly enough to be watched, and what to try next. */
const tables = {
  bananagrams: {
    players: [
      { name: 'Ada', command: 'wordhost player bananagrams --dialect numbered --pause 80ms' },
      { name: 'Ben', command: 'wordhost player bananagrams --dialect plain --pause 80ms' },
    ],
    next: 'wordhost "ruby player.rb" "wordhost player bananagrams"',
  },
  boggle: {
    players: [
      { name: 'Ada', command: 'wordhost player boggle --level half --pause 120ms' },
      { name: 'Ben', command: 'wordhost player boggle --level few --pause 450ms' },
    ],
    next: 'wordhost boggle "python3 bot.py" "wordhost player boggle"',
  },
  scrabble: {
    players: [
      { name: 'Ada', command: 'wordhost player longest --pause 200ms' },
      { name: 'Ben', command: 'wordhost player random --pause 200ms' },
    ],
    next: 'wordhost scrabble "python3 bot.py" "wordhost player longest"',
  },
} as const satisfies Record<GameName, DemoTable>;

/** What a newcomer runs first. */
export const demo: Command = {
  summary: 'Plays a game between players that come along, and shows it.',
  operands: `[${Object.keys(games).join('|')}]`,
  options: {
    seed: { kind: 'text', default: undefined, help: 'the same seed deals the same tiles (default: drawn)' },
  },
  examples: [
    ['wordhost demo', 'a game of Bananagrams'],
    ['wordhost demo scrabble', 'a game of Scrabble'],
    ['wordhost demo boggle', 'a game of Boggle'],
  ],
  async run(call) {
    const [name = 'bananagrams', ...more] = call.operands;
    if (!Object.hasOwn(tables, name) || more.length > 0)
      throw new UsageError(
        `demo: expected one of ${Object.keys(games).join(', ')}; got ${call.operands.join(' ')}`,
      );
    return await playWatched(games[name as GameName], tables[name as GameName], call);
  },
};
