import { join } from 'node:path';

/** The environment of programs that run from the sources: they are compiled once, and kept where `.taprc` keeps test files. */
export const compiledSources = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '.tap', 'compiled'),
};
