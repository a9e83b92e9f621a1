import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What Node writes for a process (NODE_V8_COVERAGE): offsets are those of the source, for types become blanks. */
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** Which characters of the sources below a folder any process ran, of those that wrote so into another folder. */
export class Ran {
  /** By file: 1 where it ran. */
  readonly #files = new Map<string, Uint8Array>();

  constructor(sources: string, coverage: string) {
    const start = pathToFileURL(join(sources, 'host/')).href;
    for (const path of globSync(join(coverage, '*.json')))
      for (const { url, functions } of scriptsIn(path))
        if (url.startsWith(start))
          this.#add(
            `host/${url.slice(start.length)}`,
            functions.flatMap(({ ranges }) => ranges),
          );
  }

  at(file: string, offset: number): boolean {
    return this.#files.get(file)?.[offset] === 1;
  }

  /** The innermost of the ranges around a character says how often it ran. */
  #add(file: string, ranges: Range[]): void {
    const length = (range: Range) => range.endOffset - range.startOffset;
    const outermost = ranges.sort((one, other) => length(other) - length(one));
    const now = new Uint8Array(outermost[0]?.endOffset ?? 0);
    for (const { startOffset, endOffset, count } of outermost)
      now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    const before = this.#files.get(file);
    for (let offset = 0; offset < (before?.length ?? 0); offset++) now[offset]! |= before![offset]!;
    this.#files.set(file, now);
  }
}

/** A process that was killed may have written half of it. */
function scriptsIn(path: string): readonly Script[] {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly result: readonly Script[] }).result;
  } catch {
    return [];
  }
}
