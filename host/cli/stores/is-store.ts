import { startOfRegular } from '../../files/read-regular.ts';

const DATABASE = 'SQLite format 3\0';

/** Is there a store at this path? A pipe is none, and keeps what is in it. */
export function isStore(path: string): boolean {
  try {
    return startOfRegular(path, DATABASE.length).start.toString('latin1') === DATABASE;
  } catch {
    return false;
  }
}
