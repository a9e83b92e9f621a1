import { setV8Option } from './v8-option.ts';

/**
 * By itself V8 compiles a function when it is first called, and Node keeps of a file only what was compiled when it was loaded:
 * so each start would compile again all that it calls. A file that is loaded between these two is kept with all its functions.
 */
export const compileWhole = () => setV8Option('--no-lazy');
export const compileByNeed = () => setV8Option('--lazy');
