import { readFileSync } from 'node:fs';

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined; // another system, or no permission
  }
}
