import type { Plugin } from 'rolldown';

/**
 * Programs in nothing but ASCII: one letter beyond it anywhere, and Node reads, hashes and keeps all of a file in twice the
 * memory. That is a millisecond or two of a start.
 */
export function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    generateBundle(_, output) {
      for (const chunk of Object.values(output)) if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code);
    },
  };
}

/** In texts and patterns an escape is the letter itself. */
export function inAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
