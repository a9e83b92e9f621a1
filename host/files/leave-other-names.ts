import { lstatSync, unlinkSync } from 'node:fs';

/**
 * Before a file is written from its beginning: its other names (hard links) keep the old text. By another
 * name a player could read what is hidden under this one.
 */
export function leaveOtherNames(path: string): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file?.isFile() && file.nlink > 1) unlinkSync(path);
}
