import type { Move, Placement } from './messages.ts';

/** What a line says, or why the wire does not allow it. */
export type LineReading =
  | { readonly says: 'ready' }
  | { readonly says: 'move'; readonly tag: number | undefined; readonly move: Move }
  | { readonly says: 'nothing'; readonly rule: 'empty' | 'word' | 'form'; readonly problem: string };

const commands = 'ready, play, pass, change or forfeit';

/** One line of a player. `letters` are those of the tiles, besides A to Z. */
export function readLine(text: string, letters: ReadonlySet<string>): LineReading {
  const tokens = text.split(' ').filter((token) => token !== '');
  const [first, ...others] = tokens;
  if (first === undefined) return wrong('empty', `it is empty: expected ${commands}`);
  if (!first.startsWith('@')) return readCommand(first, others, undefined, letters);
  const tag = integer(first.slice(1));
  if (tag === undefined)
    return wrong('form', `${first} is no tag: expected the number of a turn, as in @2 pass`);
  const [command, ...rest] = others;
  if (command === undefined)
    return wrong('form', `nothing after ${first}: expected play, pass, change or forfeit`);
  if (command === 'ready') return wrong('form', 'ready answers no turn: it has no tag');
  return readCommand(command, rest, tag, letters);
}

function readCommand(
  command: string,
  rest: readonly string[],
  tag: number | undefined,
  letters: ReadonlySet<string>,
): LineReading {
  switch (command) {
    case 'ready':
      return rest.length > 0 ? leftOver(command, rest) : { says: 'ready' };
    case 'pass':
    case 'forfeit':
      return rest.length > 0 ? leftOver(command, rest) : { says: 'move', tag, move: { type: command } };
    case 'change':
      return readChange(rest, tag);
    case 'play':
      return readPlay(rest, tag, letters);
    default:
      return wrong('word', `${JSON.stringify(command.slice(0, 20))} is no message: expected ${commands}`);
  }
}

function readChange(rest: readonly string[], tag: number | undefined): LineReading {
  const ids: number[] = [];
  for (const token of rest) {
    const id = integer(token);
    if (id === undefined) return wrong('form', `${shown(token)} is no number of a tile, as in change 4 5 5`);
    ids.push(id);
  }
  return { says: 'move', tag, move: { type: 'change', ids } };
}

function readPlay(
  rest: readonly string[],
  tag: number | undefined,
  letters: ReadonlySet<string>,
): LineReading {
  if (rest.length % 3 !== 0)
    return wrong(
      'form',
      `play has ${rest.length} words after it: expected three for each tile, X Y IDcPOINTS`,
    );
  const placements: Placement[] = [];
  for (let index = 0; index < rest.length; index += 3) {
    const [x, y] = [integer(rest[index]!), integer(rest[index + 1]!)];
    const odd = x === undefined ? rest[index]! : y === undefined ? rest[index + 1]! : undefined;
    if (odd !== undefined)
      return wrong('form', `${shown(odd)} is no coordinate: expected a whole number of 32 bits`);
    const tile = readTile(rest[index + 2]!, letters);
    if (!tile) return wrong('form', `${shown(rest[index + 2]!)} is no tile: expected IDcPOINTS, as in 4D2`);
    placements.push({ x: x!, y: y!, ...tile });
  }
  return { says: 'move', tag, move: { type: 'play', placements } };
}

function readTile(token: string, letters: ReadonlySet<string>): Omit<Placement, 'x' | 'y'> | undefined {
  const [, idText, letter, pointsText] = /^(-?\d{1,10})(\P{Nd})(-?\d{1,10})$/u.exec(token) ?? [];
  if (letter === undefined || !(/^[A-Z]$/.test(letter) || letters.has(letter))) return undefined;
  const [id, points] = [integer(idText!), integer(pointsText!)];
  return id === undefined || points === undefined ? undefined : { id, letter, points };
}

/** A whole number of 32 bits, as the wire writes it. */
function integer(token: string): number | undefined {
  if (!/^-?\d{1,10}$/.test(token)) return undefined;
  const value = Number(token);
  return value >= -(2 ** 31) && value < 2 ** 31 ? value + 0 : undefined;
}

function leftOver(command: string, rest: readonly string[]): LineReading {
  return wrong('form', `${command} stands alone on its line; ${shown(rest[0]!)} came after it`);
}

function wrong(rule: 'empty' | 'word' | 'form', problem: string): LineReading {
  return { says: 'nothing', rule, problem };
}

function shown(token: string): string {
  return JSON.stringify(token.length > 24 ? `${token.slice(0, 24)}…` : token);
}
