import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { LastBytes } from '../../host/seats/process/pipes/pipe-reader.ts';
import { prefixedLines, stderrSink } from '../../host/seats/process/pipes/stderr-sink.ts';

t.test('of all that went by the end is kept', async (t) => {
  for (const piece of [1, 7, 100, 1_000]) {
    const last = new LastBytes(100);
    let all = '';
    for (let round = 0; round < 3_000 / piece; round++) {
      const text = String(round % 10).repeat(piece);
      all += text;
      last.push(Buffer.from(text));
    }
    t.equal(last.text(), all.slice(-100));
  }
  t.equal(new LastBytes(100).text(), '');
});

t.test('lines are passed on whole, cut characters put together, endless lines in pieces', async (t) => {
  const printed: string[] = [];
  const sink = prefixedLines('Ann', (text) => printed.push(text));
  const write = (text: string | Buffer) => sink.write(Uint8Array.from(Buffer.from(text)));
  write('one\ntw');
  write('o\n\n');
  const umlaut = Buffer.from('ü');
  write(umlaut.subarray(0, 1));
  write(umlaut.subarray(1));
  await sink.end();
  t.equal(printed.join(''), 'Ann: one\nAnn: two\nAnn: \nAnn: ü\n');
  printed.length = 0;
  const endless = prefixedLines('Ann', (text) => printed.push(text));
  for (let round = 0; round < 3; round++) endless.write(new Uint8Array(40_000).fill(120));
  t.equal(printed.join(''), `Ann: ${'x'.repeat(80_000)}\n`);
});

t.test('a file has the beginning and the end of a flood of standard error', async (t) => {
  const folder = t.testdir({});
  const said = t.capture(process.stderr, 'write', () => true);
  const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
  const mebibyte = Buffer.alloc(1_048_576, 'a');
  sink.write(Uint8Array.from(Buffer.from('begin\n')));
  for (let count = 0; count < 20; count++) sink.write(Uint8Array.from(mebibyte));
  sink.write(Uint8Array.from(Buffer.from('\nTraceback: the end\n')));
  await sink.end();
  const text = readFileSync(join(folder, 'g-1-Ann.txt'), 'latin1');
  t.match(text, /^begin\na+\n\[wordhost: 4,194,330 bytes omitted here\]\na+\nTraceback: the end\n$/);
  t.ok(text.length > 16 * mebibyte.length && text.length < 16 * mebibyte.length + 100, String(text.length));
  t.match(
    said()
      .map(({ args }) => String(args[0]))
      .join(''),
    /g-1-Ann\.txt has only the first 15 MiB and the last MiB of 20,971,546 bytes of standard error/,
  );
});

t.test('up to 16 MiB are kept whole', async (t) => {
  const folder = t.testdir({});
  const sink = stderrSink({ folder }, { game: 'g', seat: 1, name: 'Ann' });
  const half = Buffer.alloc(8 * 1_048_576, 'a');
  for (const part of [half, half]) sink.write(Uint8Array.from(part));
  await sink.end();
  t.ok(readFileSync(join(folder, 'g-1-Ann.txt')).equals(Buffer.concat([half, half])));
});
