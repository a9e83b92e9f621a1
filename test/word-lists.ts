import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const beside = join(import.meta.dirname, '..', '..', 'shared', 'words', 'enable2k.txt');
const named = process.env.WORDHOST_TEST_WORDS;

/**
 * A large, clean list for tests that want one: upper case, one word a line, sorted. It does not come with the
 * project: name one in WORDHOST_TEST_WORDS. Undefined where there is none.
 */
export const largeWordList: string | undefined = [named === undefined ? beside : resolve(named)].find(
  existsSync,
);

/** For `{ skip: … }`: the reason, or false where the list is there. */
export const withoutLargeWordList: string | false =
  largeWordList === undefined && 'no large word list: name one in WORDHOST_TEST_WORDS';
