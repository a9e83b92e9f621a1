import { execFileSync } from 'node:child_process';
import t from 'tap';
import { visibleLines } from '../../host/core/text/visible.ts';
import { shellWord } from '../../host/files/shell-words.ts';

t.test(
  'a word for a shell is printed without anything that acts on a terminal, and is the same word again',
  async (t) => {
    const words = [
      './bot',
      `"$HOME's" \`id\` \\n % !`,
      '',
      'grün 好',
      'a\nb\tc',
      'a\n::error::b\n\n  ##[error]c\nd\n',
      '\x1b[31m\x07red\x1b[0m',
      'a\u202eb\ufeff\u2028c\r',
    ];
    const printed = words.map(shellWord);
    t.equal(printed[0], './bot');
    t.notMatch(printed.join(' '), /^\s*(::|##\[)/m, 'no line is a command for a service of CI');
    t.equal(visibleLines(printed.join(' ')), printed.join(' '));
    const out = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${printed.join(' ')}`], { encoding: 'utf8' });
    t.same(out.split('\0').slice(0, -1), words);
  },
);
