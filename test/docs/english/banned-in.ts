import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../pages.ts';
import { bannedBeginning, bannedPhrases, bannedWords } from './banned-words.ts';
import { exceptions } from './exceptions.ts';
import { namesOf, textsOf, wordsOf } from './words-of.ts';

/** A banned word at its place. */
interface Found {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly write: string;
}

const bans = bannedWords.map(({ words, ...ban }) => ({ ...ban, pattern: new RegExp(`\\b(?:${words})\\b`) }));

/** What is banned in a file: its name is line 0. */
export function bannedIn(file: string, text: string): Found[] {
  const prose = wordsOf(`${file}\n${text}`);
  const names = wordsOf(`${file}\n${file.endsWith('.ts') ? namesOf(text) : ''}`);
  const lines = [file, ...text.split('\n')];
  const here = bans
    .filter(({ within }) => !within || file.startsWith(within))
    .map(({ only, ...ban }) => ({ ...ban, words: only === 'names' ? names : prose }))
    .filter(({ pattern, words }) => pattern.test(words))
    .map((ban) => ({ ...ban, read: ban.words.split('\n') }));
  return lines.flatMap((line, index) => [
    ...here
      .filter(({ pattern, read }) => pattern.test(read[index] ?? ''))
      .map(({ write }) => ({ file, line: index, text: line.trim(), write })),
    ...(bannedBeginning.pattern.test(line) && !line.includes('?')
      ? [{ file, line: index, text: line.trim(), write: bannedBeginning.write }]
      : []),
  ]);
}

/** Phrases that are banned from what users read, at their lines. */
export const phrasesIn = (code: string): string[] =>
  textsOf(code)
    .split('\n')
    .flatMap((line, index) =>
      bannedPhrases
        .filter(({ pattern }) => pattern.test(line))
        .map(({ write }) => `${index + 1}: write "${write}": ${line.trim().slice(0, 160)}`),
    );

/** What authors may want to write otherwise, as lines. */
export function warnings(): string[] {
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const files = globSync('{host,players,examples,test,docs}/**/*.{ts,mjs,md,c,h,sh,py,rb,awk,java,sml}', {
    cwd: root,
  })
    .concat(pages)
    .filter((file) => !/^test\/docs\/(?:english\/|plain-english)/.test(file))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const words = bannedIn(file, text)
      .filter((found) => !exceptions.some(({ at, text }) => at.test(file) && text.test(found.text)))
      .map(({ line, text, write }) => `${file}:${line}: write "${write}": ${text.slice(0, 160)}`);
    const phrases = /^(?:host|players)\/.*\.ts$/.test(file) ? phrasesIn(text) : [];
    return [...words, ...phrases.map((found) => `${file}:${found}`)];
  });
}
