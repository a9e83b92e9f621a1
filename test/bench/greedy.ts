import { builtInBoard, finiteSquares } from '../../host/games/scrabble/board/built-in-boards.ts';
import { soundBoard } from '../../host/games/scrabble/board/make-board.ts';
import type { HeldTiles, JudgingTerms } from '../../host/games/scrabble/judge/judgement.ts';
import type { Position } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, type SearchedWords, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { keptTiles } from '../../host/games/scrabble/moves/leaves.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import type { FoundPlay } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet, tileCount } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { bestOf, type Choose, selfPlay } from '../games/self-play.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import type { Figure } from './figure.ts';

const WARMING = 30;
const GAMES = 200;

interface Searched {
  readonly play: readonly Placement[] | undefined;
  readonly shown: number;
}

type Search = (plays: BestPlays, position: Position, held: HeldTiles) => Searched;

interface Played {
  readonly seconds: number;
  /** Of that, what the thread has spent in searches: without the moves that are made, and without what is compiled beside it. */
  readonly searched: number;
  readonly turns: number;
  readonly shown: number;
  readonly share: number;
}

/** Games of one way to play against itself, in one process: what a position costs of processor time. */
export async function greedy(): Promise<readonly Figure[]> {
  const { lexicon } = expectOk(loadLexicon(largeWordList ?? 'english'));
  const tiles = builtInTileSet('english')!;
  const terms = { rules: ruleSets.tournament, board: builtInBoard('official')!, tiles, lexicon, handSize: 7 };
  const words = searchedWords(lexicon);
  const best = played(terms, words, GAMES, theBest);
  const worthMost = played(terms, words, GAMES, byWorth(terms));
  const all = played(terms, words, GAMES, ofAll);
  const judged = played({ ...terms, board: boardOfPrograms() }, words, GAMES / 5, ofAll);
  const walked = played(terms, undefined, GAMES / 10, ofAll);
  return [
    {
      what: 'the best play of Scrabble by points, found where the most can be hoped for',
      ...perTurn(best),
      target: (GAMES / 200 / best.turns) * 1e6,
      baseline: `${Math.round(GAMES / best.seconds)} games a second; ${Math.round(100 * best.share)} of 100 spans were opened`,
    },
    {
      what: 'the best play of Scrabble by points and what it keeps',
      ...perTurn(worthMost),
      target: (GAMES / 150 / worthMost.turns) * 1e6,
      baseline: `${Math.round(GAMES / worthMost.seconds)} games a second; ${Math.round(100 * worthMost.share)} of 100 spans were opened`,
    },
    {
      what: 'all plays with their points',
      ...perSearch(all),
      target: all.shown / all.turns / 2.5,
      baseline: thousandPlays(all),
    },
    {
      what: 'all plays on squares that do more than multiply, without their points',
      ...perSearch(judged),
      target: 1000,
      baseline: thousandPlays(judged),
    },
    {
      what: 'all plays with their points, by a walk along the word list',
      ...perSearch(walked),
      baseline: thousandPlays(walked),
    },
  ];
}

const perTurn = ({ seconds, turns }: Played) => ({ measured: (seconds / turns) * 1e6, unit: 'µs' as const });
const perSearch = ({ searched, turns }: Played) => ({
  measured: (searched / turns) * 1e6,
  unit: 'µs' as const,
});
const thousandPlays = ({ shown, searched }: Played) =>
  `${Math.round(shown / searched / 1000)} thousand plays a second`;

/** After some games that are not measured. */
function played(
  terms: JudgingTerms,
  words: SearchedWords | undefined,
  games: number,
  search: Search,
): Played {
  const warming = Math.ceil((WARMING * games) / GAMES);
  for (let game = 0; game < warming; game++)
    selfPlay(terms, `warm ${game}`, choosing(new BestPlays(terms, words), search));
  let [turns, shown, searched, spans, opened] = [0, 0, 0, 0, 0];
  const note = (count: number, micros: number) => {
    shown += count;
    searched += micros;
  };
  const before = process.cpuUsage();
  for (let game = 0; game < games; game++) {
    const plays = new BestPlays(terms, words);
    turns += selfPlay(terms, `game ${game}`, choosing(plays, search, note));
    spans += plays.opened?.spans ?? 0;
    opened += plays.opened?.opened ?? 0;
  }
  const { user, system } = process.cpuUsage(before);
  const share = opened / Math.max(1, spans);
  return { seconds: (user + system) / 1e6, searched: searched / 1e6, turns, shown, share };
}

type Note = (shown: number, micros: number) => void;

function choosing(plays: BestPlays, search: Search, note: Note = () => {}): Choose {
  return (position, held) => {
    const before = process.threadCpuUsage();
    const { play, shown } = search(plays, position, held);
    const { user, system } = process.threadCpuUsage(before);
    note(shown, user + system);
    return play;
  };
}

const theBest: Search = (plays, position, held) => ({ ...bestOf(plays, position, held), shown: 0 });

/** Changes are left out: who has no play passes. */
function byWorth(terms: JudgingTerms): Search {
  return (plays, position, held) => {
    const inBag = tileCount(terms.tiles) - position.count - 2 * terms.handSize;
    const situation = { terms, position, held };
    const best = new RankedPlays(situation, 1, keptTiles(situation, Math.max(0, inBag)));
    const look = (found: FoundPlay) => {
      best.look(found);
      return best.least;
    };
    for (const _ of plays.search(position, held, look, best.beside));
    return { play: best.plays[0]?.placements, shown: 0 };
  };
}

/** Looks at all plays, and makes one with the most points; where these are not known the first. */
const ofAll: Search = (plays, position, held) => {
  let shown = 0;
  let most = Number.NEGATIVE_INFINITY;
  let play: readonly Placement[] | undefined;
  const look = (found: FoundPlay) => {
    shown++;
    if ((found.points ?? 0) > most) [most, play] = [found.points ?? 0, found.placements()];
    return Number.NEGATIVE_INFINITY;
  };
  for (const _ of plays.all(position, held, look));
  return { play, shown };
};

function boardOfPrograms() {
  const square = '_result_ := (_acc_ * _acc_) - pointValue(_pos_)';
  const squares = { ...finiteSquares.squares, 1: { 0: square } };
  return soundBoard('of programs', { ...finiteSquares, prog: '_result_ := 0', squares });
}
