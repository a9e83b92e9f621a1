import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of all packages that are in the bundle, as they ask for. */
export function noticesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(78)}\n\n`);
}

function noticeOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  return `${about.name} ${about.version} (${about.license})\n\n${licenceIn(folder).trim()}\n`;
}

/** Some have it at the end of what is to be read. */
function licenceIn(folder: string): string {
  const names = readdirSync(folder);
  const textOf = (what: RegExp) => {
    const file = names.find((name) => what.test(name));
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  };
  return textOf(/^licen[cs]e/i) || (/^#+ licen[cs]e$(.*)/ims.exec(textOf(/^readme/i))?.[1] ?? '');
}
