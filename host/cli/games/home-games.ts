import { ways } from '../../serve/boggle/page/ways.ts';
import type { Choice, HomeGame } from '../../serve/home/contract.ts';
import type { PlayableGames } from '../../serve/play/playable-game.ts';
import demos from './demos.json' with { type: 'json' };

type Name = keyof typeof demos;

function choice(option: string, label: string, values: Readonly<Record<string, string>>): Choice {
  return { option, label, values: Object.entries(values).map(([words, value]) => ({ words, value })) };
}

/** The text of the first page about each game, in its order there. */
const texts: Readonly<Record<Name, Pick<HomeGame, 'title' | 'summary' | 'rules'> & Partial<HomeGame>>> = {
  scrabble: {
    title: 'Scrabble',
    more: [{ path: 'web-bots/', words: 'Games between bots that are web servers' }],
    choices: [
      choice('rules', 'Rules', {
        tournament: '',
        'course: remaining tiles cost more': 'course',
        'simple: one point a letter': 'simple',
      }),
      choice('board', 'Board', {
        'that of the rules': '',
        official: 'official',
        standard: 'standard',
        'with a hole': 'hole',
        'without premium squares': 'plain',
        random: 'random',
      }),
      choice('time-bank', 'Time for each player', {
        '10 minutes, none against a bot': '',
        '3 minutes': '3m',
        '10 minutes': '10m',
        '25 minutes': '25m',
      }),
    ],
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
    choices: [
      choice('hand', 'Tiles at the beginning', { '21 tiles': '', '15 tiles': '15', '11 tiles': '11' }),
    ],
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
    rules: [
      'A word is a path of neighboring letters on the board, diagonals included. No letter is used twice. QU is one letter.',
      'A word of three or four letters has 1 point, of five 2, of six 3, of seven 5, and a longer one 11.',
      'Only words of the list count. Most points win.',
      'In turns: two players guess one word after the other, in 20 turns for both.',
      'In turns, a word counts for the player who finds it first, and a wrong guess costs a turn.',
      'All at once: everybody looks for words for three minutes. A wrong word costs nothing.',
      'All at once, nobody sees the words of others before the end.',
      'All at once, a word that two players have found counts for nobody.',
      'A game at once ends earlier if everybody is done.',
    ],
    ways,
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
    ways: [],
    choices: [],
    mostPlayers: playable[name]?.seats.max ?? 2,
    ...texts[name],
    demo: demos[name] as unknown as HomeGame['demo'],
    bots: Object.keys(playable[name]?.bots ?? {}),
    question: playable[name]?.wire.question ?? 'turn',
    ownBots: [...(own.get(name)?.keys() ?? [])],
  }));
  return all.filter(({ bots }) => bots.length > 0);
}
