import { Bench } from 'tinybench';
import { draw, openStream, type Stream } from '../../host/core/chance.ts';
import { keyOf } from '../../host/core/seed.ts';
import type { Board } from '../../host/games/boggle/board.ts';
import { rollBoard } from '../../host/games/boggle/board.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { boggleOptions } from '../../host/games/boggle/options.ts';
import { wordFinder } from '../../host/games/boggle/word-finder.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { takeAll } from '../games/scan-all.ts';
import { expectOk } from '../support/expect-ok.ts';
import { largeWordList } from '../word-lists.ts';
import type { Figure } from './figure.ts';
import { microsOf } from './micros-of.ts';

const BOARDS = 1000;
const PLAYERS = 4;
const GUESSES = 800;
const SLICE = 65_536;

export async function boggleWords(): Promise<readonly Figure[]> {
  const { lexicon } = expectOk(loadLexicon(largeWordList ?? 'english'));
  const finder = wordFinder(lexicon);
  const [small, large] = [boards(BOARDS, 4), boards(BOARDS / 50, 16)];
  const game = gameOf(lexicon);
  const bench = new Bench({ time: 2000, warmupTime: 1000 })
    .add('4 by 4', () => allWords(finder, small))
    .add('16 by 16', () => allWords(finder, large))
    .add('guesses', () => {
      play(game);
    });
  await bench.run();
  const [board, wide] = [
    microsOf(bench, '4 by 4') / small.length,
    microsOf(bench, '16 by 16') / large.length,
  ];
  const guess = microsOf(bench, 'guesses') / (PLAYERS * GUESSES);
  const words = (there: readonly Board[]) => Math.round(allWords(finder, there) / there.length);
  return [
    {
      what: 'all words of a board of 4 by 4, found and listed in order',
      measured: board,
      unit: 'µs',
      target: 1e6 / 8000,
      baseline: `${Math.round(1e6 / board)} boards a second; ${words(small)} words a board of ${lexicon.words}`,
    },
    {
      what: 'the same on 16 by 16',
      measured: wide,
      unit: 'µs',
      baseline: `${Math.round(1e6 / wide)} boards a second; ${words(large)} words a board`,
    },
    {
      what: 'a guess at Boggle read and judged, right ones, repeats and wrong ones',
      measured: guess,
      unit: 'µs',
      target: 1e6 / 300_000,
      baseline: `${Math.round(1e6 / guess)} a second; ${play(game).right} of ${PLAYERS * GUESSES} right`,
    },
  ];
}

function boards(count: number, side: number): Board[] {
  return Array.from({ length: count }, (_, index) =>
    rollBoard(openStream(keyOf(`bench ${index}`), 'board'), side, side),
  );
}

function allWords(finder: ReturnType<typeof wordFinder>, boards: readonly Board[]): number {
  let words = 0;
  for (const board of boards) words += finder.wordsOn(board).length;
  return words;
}

interface Guessing {
  readonly setup: Parameters<typeof boggle.prepare>[0];
  readonly written: readonly Buffer[];
}

/** On the board with the most words, a quarter each of words on it, the same again, other words and no words. */
function gameOf(lexicon: Lexicon): Guessing {
  const finder = wordFinder(lexicon);
  const wordsOf = new Map(boards(BOARDS, 4).map((board) => [board, finder.wordsOn(board)]));
  const [board, right] = [...wordsOf].reduce((most, next) => (next[1].length > most[1].length ? next : most));
  const others = [...wordsOf.values()].flat().filter((word) => !right.includes(word));
  let chance = openStream(keyOf('guesses'), 'player');
  const written = Array.from({ length: PLAYERS }, () => {
    const words: string[] = [];
    [words[0], chance] = oneOf(chance, right);
    while (words.length < GUESSES) {
      let [kind, word]: [number, string] = [0, ''];
      [kind, chance] = draw(chance, 4);
      [word, chance] = oneOf(chance, [right, words, others, others][kind]!);
      words.push(kind === 3 ? `${word.slice(1)}${word[0]}${word[0]}` : word);
    }
    return Buffer.from(`ready\n${words.map((word) => `guess ${word}\n`).join('')}`);
  });
  const options = { ...settleOptions(boggleOptions, []), board };
  const names = written.map((_, index) => `p${index + 1}`);
  return { setup: { names, options, lexicon, key: keyOf('bench'), keyOf }, written };
}

function oneOf<Thing>(chance: Stream, things: readonly Thing[]): [Thing, Stream] {
  const [index, rest] = draw(chance, things.length);
  return [things[index]!, rest];
}

/** A game as the host plays it: what each player writes is read in turn, and judged as it comes. */
function play({ setup, written }: Guessing): { readonly right: number } {
  const seats = written.map((bytes, index) => ({
    seat: index + 1,
    scanner: boggle.scanner(setup.options),
    bytes,
  }));
  let { state } = boggle.open(
    boggle.prepare(setup),
    seats.map(({ seat }) => ({ seat, dialect: undefined })),
    0,
  );
  let [heard, right] = [0, 0];
  for (let from = 0; seats.some(({ bytes }) => from < bytes.length); from += SLICE)
    for (const { seat, scanner, bytes: all } of seats)
      for (const found of takeAll(scanner, all.subarray(from, from + SLICE))) {
        if (found.kind !== 'message') continue;
        const { message, bytes } = found;
        const step = boggle.hear(state, { seat, message, at: heard++, bytes });
        state = step.state;
        for (const effect of step.effects)
          if (effect.do === 'record' && effect.event.type === 'guess' && 'path' in effect.event) right++;
      }
  if (heard !== PLAYERS * GUESSES) throw new Error(`${heard} guesses were heard`);
  return { right };
}
