import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/built-in-tiles.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestOf, selfPlay } from '../games/self-play.ts';
import { largeWordList } from '../word-lists.ts';
import type { Figure } from './figure.ts';

const WARMING = 30;
const GAMES = 200;

interface Played {
  readonly seconds: number;
  readonly turns: number;
  readonly share: number;
}

/** Games of the best play by points against itself, in one process: what a position costs of processor time. */
export async function greedy(): Promise<readonly Figure[]> {
  const list = loadLexicon(largeWordList ?? 'english');
  if (!list.ok) throw new Error(list.problem);
  const { lexicon } = list;
  const tiles = builtInTileSet('english')!;
  const terms = { rules: ruleSets.tournament, board: builtInBoard('official')!, tiles, lexicon, handSize: 7 };
  const words = searchedWords(lexicon);
  play(terms, words, 'warm', WARMING);
  play(terms, undefined, 'warm', WARMING / 10);
  const best = play(terms, words, 'game', GAMES);
  const all = play(terms, undefined, 'game', GAMES / 10);
  return [
    {
      what: 'the best play of Scrabble by points, found where the most can be hoped for',
      measured: (best.seconds / best.turns) * 1e6,
      unit: 'µs',
      target: (GAMES / 200 / best.turns) * 1e6,
      baseline: `${Math.round(GAMES / best.seconds)} games a second; ${Math.round(100 * best.share)} of 100 spans were opened`,
    },
    {
      what: 'the same by a look at all plays',
      measured: (all.seconds / all.turns) * 1e6,
      unit: 'µs',
      baseline: `${Math.round(GAMES / 10 / all.seconds)} games a second`,
    },
  ];
}

function play(
  terms: JudgingTerms,
  words: ConstructorParameters<typeof BestPlays>[1],
  seed: string,
  games: number,
): Played {
  let [turns, spans, opened] = [0, 0, 0];
  const before = process.cpuUsage();
  for (let game = 0; game < games; game++) {
    const plays = new BestPlays(terms, words);
    turns += selfPlay(terms, `${seed} ${game}`, (position, held) => bestOf(plays, position, held).play);
    spans += plays.opened?.spans ?? 0;
    opened += plays.opened?.opened ?? 0;
  }
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, turns, share: opened / Math.max(1, spans) };
}
