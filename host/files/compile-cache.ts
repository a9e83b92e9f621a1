/**
 * By itself V8 compiles a function when it is first called, and Node keeps of a file only what was compiled when it was loaded:
 * so each start would compile again all that it calls. A file that is loaded between these two is kept with all its functions.
 */
export const compileWhole = () => setV8Option('--no-lazy');
export const compileByNeed = () => setV8Option('--lazy');

/** Of this V8 it is known that it takes the options that are set here; others would complain on standard error. */
const isKnown = process.versions.v8.startsWith('13.');

/** Sets an option of V8 in the process that runs. */
export function setV8Option(option: string): void {
  if (isKnown) process.getBuiltinModule('node:v8').setFlagsFromString(option);
}
