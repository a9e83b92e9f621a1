const cell = new Int32Array(new SharedArrayBuffer(4));

/** Nothing else happens in this thread meanwhile. */
export function waitHere(milliseconds: number): void {
  Atomics.wait(cell, 0, 0, milliseconds);
}
