/** Results go to standard output, all else to standard error. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printNotes(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`wordhost: ${text}`);
}

export function terminalWidth(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? (stream.columns ?? 80) : 200;
}
