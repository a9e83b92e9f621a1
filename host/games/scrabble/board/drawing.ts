import { FAILED, NO_SQUARE } from './board.ts';
import type { Program } from './language/program.ts';

/** A file may come from anybody: nothing but characters that take a place of their own goes to a terminal. */
const printable = /^[ \p{L}\p{N}\p{P}\p{S}]$/u;

/** One character for each kind of square. */
export function drawing(program: Program<'drawing'> | undefined): (id: number) => string {
  const known = new Map<number, string>();
  return (id) => {
    const drawn = known.get(id) ?? draw(program, id);
    known.set(id, drawn);
    return drawn;
  };
}

function draw(program: Program<'drawing'> | undefined, id: number): string {
  if (id === NO_SQUARE) return '#';
  if (!program) return byDefault(id);
  const code = program.run(id);
  if (code === FAILED || code < 0 || code > 0x10ffff) return '?';
  const character = String.fromCodePoint(code);
  return printable.test(character) ? character : '?';
}

function byDefault(id: number): string {
  if (id === 0) return '.';
  return id <= 26 ? String.fromCharCode(0x60 + id) : '?';
}
