/** Builds the package for `npm start`, `npm test` and others, unless it was built from the same files. */
import { fileURLToPath } from 'node:url';
import { isBuilt, noteBuilt, stateOfSources } from './built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = stateOfSources(root);
if (!isBuilt(root, sources)) {
  await import('./build.ts');
  noteBuilt(root, sources);
}
