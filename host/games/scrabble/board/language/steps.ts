/**
 * A program that evaluates more nodes than this has failed. Counted are statements (`while` each time that its
 * condition is tried) and all that an expression is made of; brackets are nothing.
 */
export const MOST_STEPS = 100_000;

/** A text cannot have more nodes than characters: without `while`, a program so long never takes too many steps. */
export const LONGEST_PROGRAM = 32_768;
