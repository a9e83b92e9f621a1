import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../files/package-root.ts';

const files = new Map<string, string>();

export function isPageFile(name: string): boolean {
  return existsSync(pathOf(name));
}

const pathOf = (name: string) => join(packageRoot() ?? '.', 'dist', 'page', name);

/** A file of `dist/page`, which the package build makes. */
export function pageFile(name: string): string {
  const text = files.get(name) ?? readFileSync(pathOf(name), 'utf8');
  files.set(name, text);
  return text;
}

/** The script of pages with games, from `script/`. */
export function partsScript(): string {
  return pageFile('parts.js');
}

/** The script of a live page. */
export function liveScript(): string {
  return pageFile('live.js');
}

/** Runs a packed script. */
export function unpackScript(): string {
  return pageFile('unpack.js');
}

/** Sections of the stylesheet. A page carries only those that it needs. */
type StyleSection = 'drawings' | 'files' | 'pages' | 'site' | 'games' | 'reports';

/** The stylesheet of all pages, from `style.css`. */
export function pageStyle(
  wanted: readonly StyleSection[] = ['drawings', 'pages', 'games', 'reports'],
): string {
  const sections = pageFile('style.css').split(/\/\*@(\w+)\*\//);
  return wanted.map((name) => sections[sections.indexOf(name) + 1]).join('');
}
