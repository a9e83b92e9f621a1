import type { HomeGame } from '../../serve/home/contract.ts';
import type { PlayableGames } from '../../serve/play/playable-game.ts';
import demos from './demos.json' with { type: 'json' };

type Name = keyof typeof demos;

/** The text of the first page about each game, in its order there. */
const texts: Readonly<Record<Name, Pick<HomeGame, 'title' | 'summary' | 'rules'> & Partial<HomeGame>>> = {
  scrabble: {
    title: 'Scrabble',
    more: [{ path: 'web-bots/', words: 'Games between bots that are web servers' }],
    summary: 'Lay words across each other and score by letters and squares.',
    rules: [
      'Each player has seven tiles. Tiles have points; a blank stands for any letter and has none.',
      'The first word covers the square in the middle.',
      'Later words touch tiles on the board: each row of letters that arises must be a word.',
      'A move scores the letters of all its new words.',
      '2L and 3L count a letter twice and three times, 2W and 3W a word; only for tiles that were just laid.',
      'A move of all seven tiles brings 50 more.',
      'After a move you draw new tiles until you have seven.',
      'Instead you may change tiles while seven are in the bag, or pass.',
      'A word that is not in the list is refused: the move changes nothing, and says why.',
      'The game ends when a player has used all tiles; it gains the points of the tiles that others still hold.',
    ],
  },
  bananagrams: {
    title: 'Bananagrams',
    summary: 'A race: each player builds a grid of words from its own tiles.',
    rules: [
      'Each player begins with 21 tiles and builds a grid of its own. Tiles have no points.',
      'Words go across and down, and are connected like in a crossword.',
      'You may move all your tiles as often as you like.',
      'When all your tiles are in the grid, you peel: each player draws one more tile.',
      'A peel is judged: each row of letters must be a word, and no tile may be left.',
      'A tile that you cannot use can be dumped: you get three for it.',
      'When the bunch has too few tiles for a peel, the first player with a complete grid wins.',
      'Nobody waits for a turn: the peel that arrives first counts.',
    ],
  },
  boggle: {
    title: 'Boggle',
    summary: 'Find words on paths of neighboring letters.',
    rules: [],
    hasPage: true,
  },
};

/** Commands of bots by game and name. */
export type OwnCommands = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The games that can be played on the site. */
export function homeGames(playable: PlayableGames, own: OwnCommands = new Map()): readonly HomeGame[] {
  const all = (Object.keys(texts) as Name[]).map((name) => ({
    name,
    hasPage: false,
    more: [],
    ...texts[name],
    demo: demos[name] as unknown as HomeGame['demo'],
    bots: Object.keys(playable[name]?.bots ?? {}),
    ownBots: [...(own.get(name)?.keys() ?? [])],
  }));
  return all.filter(({ bots }) => bots.length > 0);
}
