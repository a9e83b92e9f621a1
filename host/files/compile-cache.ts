/**
 * V8 compiles a function at its first call, and Node caches only what was compiled during loading. Files that
 * are loaded between these two calls are compiled completely, so that a start need not compile again.
 */
export const compileWhole = () => setV8Option('--no-lazy');
export const compileByNeed = () => setV8Option('--lazy');

/** This V8 is known to accept the options. Others would complain on standard error. */
const isKnown = process.versions.v8.startsWith('13.');

export function setV8Option(option: string): void {
  if (isKnown) process.getBuiltinModule('node:v8').setFlagsFromString(option);
}

/** V8's nursery would grow to some 130 MB in a flood, and only hold more garbage. */
export const NURSERY = {
  grows: '--semi-space-growth-factor=2',
  stays: '--semi-space-growth-factor=1',
} as const;
