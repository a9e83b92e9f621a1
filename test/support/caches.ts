import { join } from 'node:path';

const kept = join(import.meta.dirname, '..', '..', '.tap');

/** The environment of programs that run from the sources: they are compiled once, and kept where `.taprc` keeps test files. */
export const compiledSources = { NODE_COMPILE_CACHE: join(kept, 'compiled') };

/**
 * A cache for hosts that tests start as users do: the program and the word list are compiled for the first of them, which takes five times
 * its start.
 */
export const hostCache = join(kept, 'hosts');
