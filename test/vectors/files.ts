import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../docs/pages.ts';

/** A file of `docs/vectors`: what all its vectors share, and the vectors, one a line. */
export interface VectorFile<Vector> {
  readonly about: string;
  readonly all?: Partial<Vector>;
  readonly vectors: readonly Vector[];
}

export const pathOf = (name: string): string => join(root, 'docs', 'vectors', `${name}.json`);

export function readVectors<Vector>(name: string): VectorFile<Vector> {
  return JSON.parse(readFileSync(pathOf(name), 'utf8')) as VectorFile<Vector>;
}

export function textOfVectors<Vector>({ about, all, vectors }: VectorFile<Vector>): string {
  const shared = all ? `  "all": ${JSON.stringify(all)},\n` : '';
  const lines = vectors.map((vector) => `    ${JSON.stringify(vector)}`).join(',\n');
  return `{\n  "about": ${JSON.stringify(about)},\n${shared}  "vectors": [\n${lines}\n  ]\n}\n`;
}
