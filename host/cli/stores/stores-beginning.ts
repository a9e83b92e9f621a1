import { type Dirent, readdirSync } from 'node:fs';

/** What each shell takes as one word, as it stands. */
const PLAIN = /^[\p{L}\p{N}._+,@%-]+$/u;

/** For completion: the stores, by their ending, whose paths begin with what was typed. */
export function storesBeginning(typed: string): readonly string[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const begin = typed.slice(folder.length);
  return entriesOf(folder === '' ? '.' : folder)
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .filter((name) => name.startsWith(begin) && name.endsWith('.db') && PLAIN.test(name))
    .filter((name) => begin !== '' || !/^[.-]/.test(name))
    .sort()
    .map((name) => `${folder}${name}`);
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
