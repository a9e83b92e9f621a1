import { hash } from 'node:crypto';
import t from 'tap';
import { build } from '../../host/lexicon/build.ts';
import { decode, encode, FORMAT_VERSION, isCompiled } from '../../host/lexicon/formats/file-format.ts';
import { explain } from '../../host/lexicon/problem.ts';
import fc, { runs } from '../support/laws.ts';

const words = ['BAT', 'BATS', 'CAT', 'CATS', 'ÄPFEL', '\u{10400}'];
const built = build(words);
if (!built.ok) throw new Error(explain('words', built.fault));
const text = `${words.join('\n')}\n`;
const compiled = {
  automaton: built.automaton,
  sha256: hash('sha256', text),
  textBytes: Buffer.byteLength(text),
};
const file = encode(compiled);

const sentence = (bytes: Uint8Array) => {
  const decoded = decode(bytes);
  return decoded.ok ? 'fine' : explain('words.lex', decoded.fault);
};

t.test('what is written is read again', async (t) => {
  t.ok(isCompiled(file));
  t.same(decode(file), { ok: true, compiled });
});

t.test('the edges are used where they lie, without a copy', async (t) => {
  const decoded = decode(file);
  t.equal(decoded.ok && decoded.compiled.automaton.edges.buffer, file.buffer);
  const askew = new Uint8Array(file.length + 1).subarray(1);
  askew.set(file);
  t.same(decode(askew), { ok: true, compiled }, 'but also where they lie askew');
});

t.test('numbers are little-endian on every machine', async (t) => {
  t.equal(new DataView(file.buffer, file.byteOffset).getUint32(16, true), words.length);
});

t.test('any bit that is changed is found out', async (t) => {
  const gaps = zerosBetweenSections(file);
  const bits = fc.nat(file.length * 8 - 1).filter((bit) => !gaps.has(bit >> 3));
  const found = fc.property(bits, (bit) => {
    const broken = file.slice();
    broken[bit >> 3]! ^= 1 << (bit & 7);
    return !decode(broken).ok;
  });
  t.doesNotThrow(() => fc.assert(found, runs(2000)));
});

t.test('a file that is cut short, or goes on, is found out', async (t) => {
  for (let length = 0; length < file.length; length++)
    t.notOk(decode(file.slice(0, length)).ok, `${length} bytes`);
  t.match(sentence(Buffer.concat([file, Buffer.alloc(4)])), `(${file.length + 4} bytes, not ${file.length})`);
  t.match(sentence(file.slice(0, 10)), 'damaged (only 10 bytes). Compile it again: wordhost lexicon build');
});

t.test('a file of another version says which', async (t) => {
  const other = Buffer.from(file);
  other.writeUInt32LE(FORMAT_VERSION + 6, 8);
  t.match(
    sentence(other),
    'compiled by another version of wordhost (format 7, this one reads 1). Compile it again',
  );
});

t.test('what is no compiled list is told from one', async (t) => {
  t.notOk(isCompiled(Buffer.from('wordlexicon\n')));
  t.match(sentence(Buffer.alloc(100)), 'it does not begin as a compiled list does');
});

/** After the header's checksum the first section waits for a multiple of 16. */
function zerosBetweenSections(bytes: Uint8Array): Set<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const headerEnd = 64 + view.getUint32(28, true) * 16 + 4;
  const first = view.getUint32(68, true);
  return new Set(Array.from({ length: first - headerEnd }, (_, place) => headerEnd + place));
}
