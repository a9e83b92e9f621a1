import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes what it finds around it to a file named by its seat, says that it is ready, and waits. */
export const witness =
  'env > env.$WORDHOST_SEAT; wordhost --version > version.$WORDHOST_SEAT; printf r; exec sleep 60';

export function environmentOf(folder: string, seat: number): Record<string, string> {
  const lines = readFileSync(join(folder, `env.${seat}`), 'utf8').split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
