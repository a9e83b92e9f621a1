import { eventLine } from '../../host/events/noted.ts';
import { type GameRecord, parseRecord } from '../../host/events/read-record.ts';
import { scrabbleAnalysis } from '../../host/games/scrabble/analysis/analyze.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import type { HeldTiles } from '../../host/games/scrabble/judge/judgement.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import { BestPlays, searchedWords } from '../../host/games/scrabble/moves/best-plays.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import { countsOf, placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { analyzeRecord } from '../../host/tools/analyze/analyze-record.ts';
import { type PlayedGame, playGame } from '../players/scrabble-games.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import { type Figure, median } from './figure.ts';

const GAMES = 40;
const ROUNDS = 7;
const TOP = 3;

interface Situation {
  readonly position: Position;
  readonly held: HeldTiles;
}

/** The analysis of games by points, of what a search for the best plays of the same positions takes. */
export async function analysis(): Promise<readonly Figure[]> {
  const { lexicon } = expectOk(loadLexicon(largeWordList ?? 'english'));
  const texts: string[] = [];
  const games: (readonly Situation[])[] = [];
  for (let seed = 1; seed <= GAMES; seed++) {
    const played = await playGame({ seats: ['longest', 'greedy'], lexicon, seed: `${seed}` });
    texts.push(played.events.map((event) => `${eventLine(event)}\n`).join(''));
    games.push(situationsIn(played));
  }
  const turns = games.reduce((sum, game) => sum + game.length, 0);
  const [searches, whole, read]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    searches.push(await cpuOf(() => searchAll(games, lexicon)));
    whole.push(await cpuOf(() => analyzeAll(texts.map(recordOf), lexicon)));
    read.push(await cpuOf(() => void texts.map(recordOf)));
  }
  const ratio = median(whole.map((micros, round) => micros / searches[round]!));
  const [search, reading] = [median(searches) / turns, median(read) / turns];
  return [
    {
      what: 'analysis of a game of Scrabble by points, from its record, of the search for its best plays alone',
      measured: ratio,
      unit: 'times',
      target: 1.5,
      baseline: `search ${search.toFixed(0)} µs a turn, reading the record ${reading.toFixed(0)} µs`,
    },
  ];
}

function recordOf(text: string): GameRecord {
  const record = expectOk(parseRecord(text, 'a record', { scrabble }));
  return record;
}

async function analyzeAll(records: readonly GameRecord[], lexicon: Lexicon): Promise<void> {
  const tools = { analysis: scrabbleAnalysis, lexicon, options: { by: 'points' }, top: TOP };
  for (const record of records) await analyzeRecord(record, 'a record', tools);
}

function searchAll(games: readonly (readonly Situation[])[], lexicon: Lexicon): void {
  const [board, tiles] = [builtInBoard('official')!, builtInTileSet('english')!];
  const terms = { rules: ruleSets.tournament, board, tiles, lexicon, handSize: 7 };
  words ??= searchedWords(lexicon);
  for (const game of games) {
    const plays = new BestPlays(terms, words);
    for (const { position, held } of game) {
      const best = new RankedPlays({ terms, position, held }, TOP);
      for (const _ of plays.search(position, held, (found) => {
        best.look(found);
        return best.least;
      }));
    }
  }
}

let words: ReturnType<typeof searchedWords> | undefined;

async function cpuOf(act: () => Promise<void> | void): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

function situationsIn({ events }: PlayedGame): readonly Situation[] {
  const situations: Situation[] = [];
  const hands = new Map<number, Map<number, number>>();
  let position = emptyPosition;
  const change = (seat: number, ids: readonly number[], by: number) => {
    const hand = new Map(hands.get(seat));
    for (const id of ids) hand.set(id, (hand.get(id) ?? 0) + by);
    hands.set(seat, new Map([...hand].filter(([, count]) => count > 0)));
  };
  for (const event of events) {
    if (event.type === 'deal') change(event.seat, idsIn(event.tiles), 1);
    if (event.type !== 'play' && event.type !== 'change' && event.type !== 'pass') continue;
    situations.push({ position, held: hands.get(event.seat)! });
    if (event.type === 'pass' || event.errors !== undefined) continue;
    const laid = event.type === 'play' ? placementsOf(event.move.split(' ')) : [];
    position = position.with(laid);
    change(event.seat, event.type === 'play' ? laid.map(({ id }) => id) : event.ids, -1);
    change(event.seat, idsIn(event.drew), 1);
  }
  return situations;
}

const idsIn = (counts: string) =>
  countsOf(counts.split(' ').filter(Boolean)).flatMap(({ id, count }) => Array<number>(count).fill(id));
