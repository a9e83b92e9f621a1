import { compileByNeed } from '../files/compile-cache.ts';

// It is run when all that is imported beside it has been compiled, and before any of that runs.
compileByNeed();
