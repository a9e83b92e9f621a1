import { visibleJson, visibleLines } from '../core/text/visible.ts';

/** Results go to standard output, all else to standard error. No lines are nothing, not an empty one. */
export function printLines(lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(visibleLines(`${lines.join('\n')}\n`));
}

/** For programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(value)}\n`);
}

export function printNotes(lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(visibleLines(`${lines.join('\n')}\n`));
}

export function printError(text: string): void {
  process.stderr.write(visibleLines(`wordhost: ${text}`));
}

/** Whether what was printed can be drawn again in its place. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && process.env.TERM !== 'dumb';
}

/** A line at its bottom stays one line: neither a trace nor players write there meanwhile. */
export function canRedrawAlone(
  stream: NodeJS.WriteStream,
  { trace, stderr }: { readonly trace: boolean; readonly stderr: string },
): boolean {
  return canRedraw(stream) && !trace && stderr !== 'inherit';
}

/** On a terminal that says it is narrower, lines are broken by the terminal: there is nothing to see in less. */
const NARROWEST = 20;

export function terminalWidth(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? Math.max(NARROWEST, stream.columns || 80) : 200;
}
