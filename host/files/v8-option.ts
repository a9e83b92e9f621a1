/** Of this V8 it is known that it takes the options that are set here; others would complain on standard error. */
const isKnown = process.versions.v8.startsWith('13.');

/** Sets an option of V8 in the process that runs. */
export function setV8Option(option: string): void {
  if (isKnown) process.getBuiltinModule('node:v8').setFlagsFromString(option);
}
