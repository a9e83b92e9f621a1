import { dirname } from 'node:path';

/** The folders that this lies in, but for the root. */
export function ancestorsOf(path: string): string[] {
  const above = dirname(path);
  return above === '/' || above === path ? [] : [above, ...ancestorsOf(above)];
}

/** The folder that holds this one, or is it. */
export function holds(folder: string, inner: string): boolean {
  return inner === folder || ancestorsOf(inner).includes(folder) || folder === '/';
}
