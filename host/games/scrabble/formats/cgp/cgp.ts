/** A position of a game on one line, as programs for Scrabble pass it on (crossword game position). */
export interface Cgp {
  /** Row by row: a letter, a small one for a tile that can stand for several, `.` for a free place. */
  readonly rows: readonly string[];
  /** Of each player, whose turn it is first: letters, `?` for a tile that can stand for several; only what is known. */
  readonly racks: readonly string[];
  /** In the same order. */
  readonly scores: readonly number[];
  /** So many turns in a row before it brought no points. */
  readonly scoreless: number;
  /** Of what it names and sets, `lex NAME` and others. */
  readonly operations: readonly CgpOperation[];
}

export interface CgpOperation {
  readonly name: string;
  /** All words after the name, with single spaces. */
  readonly value: string;
}

export function cgpText({ rows, racks, scores, scoreless, operations }: Cgp): string {
  const board = rows.map((row) => row.replace(/\.+/g, (free) => String(free.length))).join('/');
  const more = operations.map(({ name, value }) => ` ${name}${value && ` ${value}`};`).join('');
  return `${board} ${racks.join('/')} ${scores.join('/')} ${scoreless}${more}`;
}

/** The value of an operation that stands there once or more: the first. */
export function operationOf({ operations }: Cgp, name: string): string | undefined {
  return operations.find((operation) => operation.name === name)?.value;
}
