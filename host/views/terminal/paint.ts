import { styleText } from 'node:util';

/** Colors, or plain text. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Cells of the last move. */
  fresh(text: string): string;
  /** A square with a multiplier from 1 to 4. */
  square(text: string, weight: number): string;
}

const squares = ['dim', 'cyan', 'blue', 'magenta', 'red'] as const;

export function paintFor(coloured: boolean): Paint {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  const square = (text: string, weight: number) => style(squares[weight] ?? 'dim')(text);
  const [bold, dim, good, bad] = [style('bold'), style('dim'), style('green'), style('red')];
  return { bold, dim, good, bad, fresh: style('inverse'), square };
}

/** True for a terminal without NO_COLOR. */
export function isColoured(
  stream: { isTTY?: boolean },
  wanted: boolean,
  environment: NodeJS.ProcessEnv,
): boolean {
  return wanted && stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}
