import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STATEMENTS =
  /^(?:import|export)\s(?!type\s)[^;]*?from\s*'([^'$]+)'|^import\s*'([^'$]+)'|\bimport\(\s*'([^'$]+)'/gm;

const loads = new Map<string, readonly string[]>();

/** What a file loads by name when it runs: imports of types are left out. */
function loadedBy(file: string): readonly string[] {
  const known = loads.get(file);
  if (known) return known;
  const found = readFileSync(file, 'utf8').matchAll(STATEMENTS);
  const names = [...found].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!);
  loads.set(file, names);
  return names;
}

/** The source file of an import, or undefined for a package. */
function sourceOf(target: string, importer: string): string | undefined {
  if (target.startsWith('.')) return join(dirname(importer), target);
  return /^wordhost(\/|$)/.test(target) ? fileURLToPath(import.meta.resolve(target)) : undefined;
}

/** The shortest way of imports from a file to one of these packages, or undefined where there is none. */
export function wayTo(packages: ReadonlySet<string>, start: string): string[] | undefined {
  const seen = new Set([start]);
  const ways: string[][] = [[start]];
  for (const way of ways)
    for (const target of loadedBy(way.at(-1)!)) {
      if (packages.has(target)) return [...way, target];
      const source = sourceOf(target, way.at(-1)!);
      if (source === undefined || seen.has(source) || !source.endsWith('.ts')) continue;
      seen.add(source);
      ways.push([...way, source]);
    }
  return undefined;
}

/** How many imports each file is away that a file loads, itself at 0. */
export function loadedFiles(start: string): Map<string, number> {
  const distances = new Map([[start, 0]]);
  for (const [file, distance] of distances)
    for (const target of loadedBy(file)) {
      const source = sourceOf(target, file);
      if (source?.endsWith('.ts') && !distances.has(source)) distances.set(source, distance + 1);
    }
  return distances;
}
