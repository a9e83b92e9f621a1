import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../cli/wordhost.ts';

export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Answers its turns with these lines, one after the other, and then no more. */
function says(...lines: readonly string[]): string {
  const answers = lines.map((line) => `"${line}"`).join(' ');
  return `set -- ${answers}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then [ -z "$1" ] || echo "$1"; shift; fi; done`;
}

/** By the classic rules: says all of this when the game begins. */
function shouts(...lines: readonly string[]): string {
  const text = lines.map((line) => `echo "${line}"`).join('; ');
  return `echo ready; while read -r word rest; do if [ "$word" = start ]; then ${text}; fi; done`;
}

const late =
  'echo ready; while read -r word rest; do [ "$word $rest" = "timeout 2" ] && echo "@1 pass"; done';
const cats = ['--board', 'CATS/OEDO/ARIG/STNS'];

/** Short games in which as much as can happens: of each type of event there is one. */
const games: Readonly<Record<string, readonly string[]>> = {
  'bananagrams, to its end': [
    ...'bananagrams --bunch bunch --hand 3'.split(' '),
    'wordhost player bananagrams',
    'wordhost player bananagrams --dialect plain',
  ],
  'bananagrams, an offender': [
    ...'bananagrams --bunch bunch --hand 3'.split(' '),
    "printf 'n\\377'; cat > /dev/null",
    'wordhost player bananagrams',
  ],
  'bananagrams, one that leaves': [
    ...'bananagrams --bunch bunch --hand 3'.split(' '),
    'printf n; head -c 4 > /dev/null; exit 3',
    'wordhost player bananagrams',
  ],
  'scrabble, to its end': [
    'scrabble',
    '--max-turns',
    '8',
    'wordhost player random',
    'wordhost player longest',
  ],
  'scrabble, errors': [
    ...'scrabble --timeout 200ms --margin 0 --dictionary none --handsize 2 --tiles'.split(' '),
    'tiles.csv',
    says('play 0 0 0A1 1 0 0A1', 'change 77', 'change 0', 'forfeit'),
    late,
  ],
  'scrabble, a board that fails': [
    ...'scrabble --dictionary none --handsize 2 --tiles tiles.csv --board fails.json'.split(' '),
    says('play 0 0 0A1 1 0 0A1', 'play 9 0 0A1'),
    says('pass', 'pass'),
  ],
  'boggle, classic': [
    'boggle',
    ...cats,
    '--time',
    '1s',
    shouts('guess cats', 'guess Dog', 'guess XQ', 'guess cats', 'done', 'guess toad'),
    shouts('guess CATS'),
  ],
  'boggle, in turns': [
    'boggle',
    ...cats,
    ...'--rules turns --timeout 200ms --margin 0'.split(' '),
    says('guess CATS', 'guess XQ', 'pass', 'forfeit'),
    late,
  ],
};

export const sourceFiles = {
  bunch: 'A 5\nE 5\nS 5\nT 5\n',
  'tiles.csv': 'A,a,60,1,1\n',
  'fails.json': JSON.stringify({
    prog: 'if (_x_ < 9) then { _result_ := 1 } else { _result_ := 1 / 0 }',
    squares: { 1: { 0: '_result_ := pointValue(99)' } },
    usedSquare: 1,
    center: [0, 0],
    isInfinite: true,
  }),
};

/** Plays them all in this folder, which holds the files above. */
export async function playSources(cwd: string): Promise<readonly Source[]> {
  const played = Object.entries(games).map(async ([name, args], index): Promise<Source> => {
    const file = `game-${index}.jsonl`;
    const [game = '', ...more] = args;
    const { stderr } = await run([game, '--seed', '3', '--quiet', '--events', file, ...more], { cwd });
    try {
      return { name, text: readFileSync(join(cwd, file), 'utf8') };
    } catch {
      throw new Error(`${name}: ${stderr}`);
    }
  });
  return await Promise.all(played);
}
