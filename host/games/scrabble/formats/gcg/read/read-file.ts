import { shown } from '../../../tiles/letter.ts';
import type { FileLine, FilePlayer, Pragma } from './file-line.ts';
import { Misread, type Place } from './misread.ts';
import { readLine } from './read-line.ts';

/** A file as it is written: nothing of it is judged. */
export interface GcgFile {
  readonly players: readonly FilePlayer[];
  readonly lines: readonly FileLine[];
  readonly pragmas: readonly Pragma[];
  /** Its last line that says something. */
  readonly end: Place;
}

export function readFile(lines: readonly string[]): GcgFile | Misread {
  const players: FilePlayer[] = [];
  const read: FileLine[] = [];
  const pragmas: Pragma[] = [];
  let end = 1;
  let isText = false;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (text.trim() === '') continue;
    end = line;
    if (text.trimStart().startsWith('>')) {
      isText = false;
      if (players.length < 2) return new Misread({ line }, tooFew(players));
      const move = readLine(text, line, players);
      if (move instanceof Misread) return move;
      read.push(withPointsOff(move, read.at(-1)));
    } else if (text.startsWith('#') || text.startsWith('\ufeff#')) {
      const pragma = readPragma(text, line);
      // These two may go on in lines of their own.
      isText = pragma.name === 'note' || pragma.name === 'description';
      const problem = pragma.name.startsWith('player') ? takePlayer(pragma, players) : undefined;
      if (problem) return problem;
      pragmas.push(pragma);
    } else if (!isText) {
      return new Misread(
        { line, column: 1 },
        `expected a line that begins with # or >; got ${shown(text.trim())}`,
      );
    }
  }
  if (players.length < 2) return new Misread({ line: end }, tooFew(players));
  return { players, lines: read, pragmas, end: { line: end } };
}

/** Quackle once wrote `-- +0` with the total from before the play. */
function withPointsOff(line: FileLine, before: FileLine | undefined): FileLine {
  if (line.is !== 'withdrawn' || line.points.value !== 0 || before?.is !== 'play') return line;
  if (line.total.value !== before.total.value - before.points.value) return line;
  return { ...line, points: { ...line.points, value: -before.points.value } };
}

function readPragma(text: string, line: number): Pragma {
  const [, name = '', rest = ''] = /^\ufeff?#\s*(\S*)\s*(.*?)\s*$/su.exec(text) ?? [];
  return { line, column: 1, name: name.toLowerCase(), text: rest };
}

function takePlayer({ name, text, line, column }: Pragma, players: FilePlayer[]): Misread | undefined {
  const wanted = `player${players.length + 1}`;
  if (name !== wanted || players.length === 2) {
    const expected = players.length === 2 ? 'two players, and no more' : `#${wanted}`;
    return new Misread({ line, column }, `expected ${expected}; got #${name} (GCG has games of two players)`);
  }
  const [nick, ...names] = text.split(/\s+/);
  if (!nick) return new Misread({ line, column }, `expected #${wanted} NICK FULL NAME; got no name`);
  if (players.some((player) => player.nick === nick))
    return new Misread(
      { line, column },
      `expected another nickname than that of #player1; got ${shown(nick)}`,
    );
  players.push({ nick, name: names.join(' ') || nick });
  return undefined;
}

function tooFew(players: readonly FilePlayer[]): string {
  return `expected #player${players.length + 1} NICK FULL NAME before the first move, as in #player1 Ada Ada Lovelace; got none`;
}
