// An engine with the console of MAGPIE or of macondo, for tests: node console-engine.ts KIND [HABIT [AFTER [OPTION…]]]
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadLexicon } from 'wordhost/lexicon';
import {
  builtInBoard,
  builtInTileSet,
  type JudgingTerms,
  judgePlay,
  keptTiles,
  type Position,
  positionOfCgp,
  RankedPlays,
  readCgp,
  ruleSets,
  searchPlays,
} from 'wordhost/scrabble';

const [kind, habit = 'honest', after = '0', ...options] = process.argv.slice(2);
/** As MAGPIE has them: its lists are beside the board, show 15 plays, and are sorted by equity. */
const optionOf = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
const isBesideBoard = optionOf('-shwithmoves') !== 'false';
const mostShown = Number(optionOf('-maxnumdplays') ?? 15);
const isByScore = kind !== 'magpie' || optionOf('-s1') === 'score';
// Where a host has not started it, the file lies where such an engine looks for it.
const read = loadLexicon(process.env.WORDHOST_KWG ?? 'data/lexica/CELwordhost.kwg');
if (!read.ok) throw new Error(read.problem);
const terms: JudgingTerms = {
  rules: ruleSets.tournament,
  board: builtInBoard('official')!,
  tiles: builtInTileSet('english')!,
  lexicon: read.lexicon,
  handSize: 7,
};
let loaded: Extract<ReturnType<typeof positionOfCgp>, { ok: true }> | undefined;
let generated = 0;

/** As the one writes on standard output, the other on standard error, as its older versions did. */
const say = (text: string) => (kind === 'magpie' ? process.stdout : process.stderr).write(`${text}\n`);

process.stdout.write(kind === 'macondo' ? '\u001b[31mmacondo>\u001b[0m ' : '');
for await (const line of createInterface(process.stdin)) {
  const [, cgp] = (kind === 'macondo' ? /^load cgp (.*)$/ : /^cgp (.*)$/).exec(line) ?? [];
  if (cgp !== undefined) load(cgp);
  else if (line === 'gen 1' || /^generate -numplays \d+$/.test(line))
    await generate(Number(line.split(' ').at(-1)));
  else if (line.startsWith('load ')) loadGame(line.slice('load '.length));
  else if (line === 'quit') break;
  else fail(`command ${line} not found`);
  if (kind === 'magpie') say(`finished ${line.split(' ')[0]}`);
}

function load(text: string): void {
  const cgp = readCgp(text);
  const lexicon = cgp.ok && cgp.cgp.operations.find(({ name }) => name === 'lex')?.value;
  const position = cgp.ok ? positionOfCgp(cgp.cgp, terms) : cgp;
  if (!position.ok) return void fail(position.problem);
  if (lexicon !== 'CELwordhost') return void fail(`lexicon ${lexicon} not found`);
  loaded = position;
  if (habit === 'positions') say(text);
}

/** It looks at the first lines only. */
function loadGame(path: string): void {
  const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n');
  const isGame = first.startsWith('#character-encoding') && second.startsWith('#player1 ');
  if (!isGame) fail(`${path} is no game`);
}

function fail(problem: string): void {
  say(kind === 'magpie' ? `(error 7) ${problem}` : `Error: ${problem}`);
}

async function generate(count: number): Promise<void> {
  if (!loaded || generated++ >= Number(after)) {
    if (habit === 'ends') process.exit(3);
    if (habit === 'silent') return;
    if (habit === 'error') return void say('\u001b[1;31mError: no such thing\u001b[0m');
    if (habit === 'other') return void say('the best move is a secret');
    if (habit === 'off') return row('16P CAT', 'ABCD', 9);
    if (habit === 'phony') return row('8H QXZ', 'ABCD', 99);
    if (habit === 'swap') return row('(exch ZZ)', 'ABCD', 0);
    if (habit === 'passes') return row(kind === 'magpie' ? 'pass 0' : '(Pass)', 'ABCD', 0);
  }
  const { position, held, inBag } = loaded!;
  const kept = isByScore ? undefined : keptTiles({ terms, held }, inBag);
  const best = new RankedPlays({ terms, position, held }, count, kept);
  for (const _ of searchPlays(terms, position, held, (found) => best.look(found)));
  const more = habit === 'lies' ? 1 : 0;
  const moves = best.plays.map(({ placements, points }) => ({
    move: written(position, placements),
    points: points + more,
  }));
  const letters = [...held].map(([id, count]) =>
    (id === 0 ? '?' : String.fromCharCode(64 + id)).repeat(count),
  );
  if (moves.length === 0)
    moves.push({ move: inBag >= 7 ? `(exch ${letters.join('')})` : '(Pass)', points: 0 });
  if (kind === 'magpie') say(magpieList(moves, position));
  else for (const [index, { move, points }] of moves.entries()) row(move, '', points, index + 1);
}

interface Listed {
  readonly move: string;
  readonly points: number;
}

/** The list of MAGPIE, at the right of the board unless an option says otherwise. */
function magpieList(moves: readonly Listed[], position: Position): string {
  const shown = moves.slice(0, mostShown);
  const cells = shown.map(({ move, points }, index) => [`${index + 1}:`, move.trim(), '', `${points}`]);
  const rows = [
    ['', 'Move', 'Lv', 'Sc', 'StEq'],
    ...cells.map((row) => [...row, `${Number(row[3]).toFixed(2)}`]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)) + 1);
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join(''));
  lines.push('', `Showing ${shown.length} of ${moves.length} plays`);
  if (!isBesideBoard) return lines.join('\n');
  const { x, y, width, height } = terms.board.layout!;
  const board = Array.from({ length: height }, (_, row) => {
    const squares = Array.from({ length: width }, (_, at) => position.tileAt(x + at, y + row)?.letter ?? ' ');
    return `${String(row + 1).padStart(2)}|${squares.join(' ')} |`;
  });
  const beside = [`   ${'ABCDEFGHIJKLMNO'.split('').join(' ')}  `, ...board];
  const size = Math.max(beside.length, lines.length);
  return Array.from({ length: size }, (_, at) => `${(beside[at] ?? '').padEnd(38)}${lines[at] ?? ''}`).join(
    '\n',
  );
}

/** Letters that lie there are dots, or in brackets. */
function written(position: Position, placements: RankedPlays['plays'][number]['placements']): string {
  const held = new Map<number, number>();
  for (const { id } of placements) held.set(id, (held.get(id) ?? 0) + 1);
  const judged = judgePlay(terms, position, held, placements);
  if (!judged.legal) throw new Error('the play is not legal');
  const { letters, direction, x, y } = judged.words[0]!;
  const { layout } = terms.board;
  const signs = Array.from(letters, (letter, index) => {
    const [atX, atY] = direction === 'across' ? [x + index, y] : [x, y + index];
    if (position.tileAt(atX, atY)) return kind === 'magpie' ? `(${letter})` : '.';
    const laid = placements.find((tile) => tile.x === atX && tile.y === atY)!;
    return laid.id === 0 ? letter.toLowerCase() : letter;
  });
  const column = String.fromCharCode(65 + x - layout!.x);
  const row = y - layout!.y + 1;
  const place = direction === 'across' ? `${row}${column}` : `${column}${row}`;
  return `${place.padStart(3)} ${signs.join('').replaceAll(')(', '')}`;
}

function row(move: string, leave: string, points: number, rank = 1): void {
  if (rank === 1) say('     Move                Leave  Score Equity');
  say(
    `${String(rank).padStart(3)}: ${move.padEnd(20)}${leave.padEnd(7)}${String(points).padStart(5)} ${points.toFixed(2).padStart(6)}`,
  );
}
