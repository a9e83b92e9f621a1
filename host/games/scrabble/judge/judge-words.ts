import { hasWord } from '../../../lexicon/lookup.ts';
import type { Placement } from '../wire/messages.ts';
import { hasNeighbour } from './judge-line.ts';
import type { Direction, FormedWord, Judgement, JudgingTerms, ProgramFault } from './judgement.ts';
import type { Position } from './position.ts';
import { scoreWord } from './score-word.ts';
import { SpelledWord } from './spelled-word.ts';

/** A move that lies well: its tiles in order along `direction`. */
interface LaidMove {
  readonly terms: JudgingTerms;
  readonly position: Position;
  readonly laid: readonly Placement[];
  readonly direction: Direction;
}

interface Findings {
  /** Words that the list does not have. */
  readonly wrong: FormedWord[];
  readonly faults: ProgramFault[];
}

export function judgeWords(move: LaidMove): Judgement {
  const findings: Findings = { wrong: [], faults: [] };
  return move.terms.rules.words === 'all' ? judgeAll(move, findings) : judgeAlong(move, findings);
}

/** Each run of two or more counts. A single tile's main word is the one across, if there is one. */
function judgeAll(move: LaidMove, findings: Findings): Judgement {
  const { position, laid } = move;
  const direction = mainDirection(move);
  const words = [form(move, 0, laid.length, direction, findings)];
  const other = direction === 'across' ? 'down' : 'across';
  for (let index = 0; index < laid.length; index++)
    if (hasNeighbour(position, laid[index]!, other))
      words.push(form(move, index, index + 1, other, findings));
  const ordered = direction === 'down' && words.length > 2 ? othersInOrder(words) : words;
  const { wrong, faults } = findings;
  if (wrong.length > 0) {
    const odd = new Set(wrong);
    return notWords(ordered.filter((word) => odd.has(word)));
  }
  return { legal: true, words: ordered, points: pointsOf(move, ordered), faults };
}

/** The run along the play alone; a single tile is read whichever way is a word and brings more. */
function judgeAlong(move: LaidMove, findings: Findings): Judgement {
  const { laid, direction } = move;
  const ways: readonly Direction[] = laid.length > 1 ? [direction] : ['across', 'down'];
  const runs = ways.map((way) => form(move, 0, laid.length, way, findings));
  const words = runs.filter((run) => !findings.wrong.includes(run));
  if (words.length === 0) return notWords([most(runs, ({ letters }) => Array.from(letters).length)]);
  const best = most(words, ({ points }) => points);
  return { legal: true, words: [best], points: pointsOf(move, [best]), faults: findings.faults };
}

function mainDirection({ position, laid, direction }: LaidMove): Direction {
  const tile = laid[0]!;
  if (laid.length > 1 || hasNeighbour(position, tile, 'across')) return direction;
  return hasNeighbour(position, tile, 'down') ? 'down' : 'across';
}

/** Used again for each word: see there. */
const spelled = new SpelledWord();

function form(
  { terms, position, laid }: LaidMove,
  first: number,
  end: number,
  direction: Direction,
  { wrong, faults }: Findings,
): FormedWord {
  const { board, rules, lexicon } = terms;
  spelled.spell(board, position, laid, first, end, direction);
  const letters = spelled.text();
  const { x, y } = spelled;
  const isWord = lexicon === undefined || hasWord(lexicon, letters);
  const points = rules.score === 'letters' ? spelled.length : isWord ? scoreWord(board, spelled, faults) : 0;
  const word = { letters, x, y, direction, points };
  if (!isWord) wrong.push(word);
  return word;
}

/** 32 bits, as in the programs. */
function pointsOf({ terms, laid }: LaidMove, words: readonly FormedWord[]): number {
  let points = laid.length === terms.handSize ? terms.rules.bonus : 0;
  for (const word of words) points = (points + word.points) | 0;
  return points;
}

function othersInOrder([main, ...others]: readonly FormedWord[]): readonly FormedWord[] {
  return [main!, ...others.sort((one, other) => one.x - other.x || one.y - other.y)];
}

function notWords(words: readonly FormedWord[]): Judgement {
  const errors = words.map(({ letters }) => ({ rule: 'wordnotindictionary', word: letters }) as const);
  return { legal: false, errors, faults: [] };
}

/** The first of those with the greatest number. */
function most(words: readonly FormedWord[], numberOf: (word: FormedWord) => number): FormedWord {
  return words.reduce((best, word) => (numberOf(word) > numberOf(best) ? word : best));
}
