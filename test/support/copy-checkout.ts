import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** A folder of its own for copies of the checkout: hosts and players of other users read there, too. */
export function folderForCopies(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `wordhost-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** A folder with all of this checkout, whose tests and builds leave it alone. It shares the packages of others. */
export function copyCheckout(folder: string): void {
  for (const entry of readdirSync(root))
    if (!['node_modules', '.tap', '.git'].includes(entry))
      cpSync(join(root, entry), join(folder, entry), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const entry of readdirSync(join(root, 'node_modules')))
    if (entry !== '.cache')
      symlinkSync(join(root, 'node_modules', entry), join(folder, 'node_modules', entry));
}
