/** What `npm start`, `npm test` and others begin with: builds the package, unless it was built of these very files. */
import { fileURLToPath } from 'node:url';
import { isBuilt, noteBuilt, stateOfSources } from './built.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = stateOfSources(root);
if (!isBuilt(root, sources)) {
  await import('./build.ts');
  noteBuilt(root, sources);
}
