import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { build } from '../../host/lexicon/build.ts';
import { gaddagOf } from '../../host/lexicon/formats/gaddag.ts';
import { keptGaddag, keptKwg } from '../../host/lexicon/kept/kept-gaddag.ts';

function listOf(words: readonly string[], sha256 = 'a'.repeat(64)) {
  const built = build(words);
  if (!built.ok) throw new Error('these words cannot be compiled');
  return { ...built.automaton, sha256 };
}

const list = listOf(['AB', 'ABA', 'BA', 'CAB', 'CABS', 'ZAX']);
const made = gaddagOf(list);
if (!made.ok) throw new Error('it is too big');
const { gaddag } = made;

t.test('it is made once, kept as a KWG file, and read back the same', async (t) => {
  const folder = join(t.testdir({}), 'cache');
  const folders = [{ path: folder, exposed: false }];
  t.same(keptGaddag(list, folders), { ...gaddag, sha256: list.sha256 });
  t.same(readdirSync(folder), [`${list.sha256}.kwg`]);
  const again = keptGaddag(list, folders);
  t.same(again?.edges, gaddag.edges);
  t.equal(again?.backwards, gaddag.backwards);
});

t.test('a file that is damaged or of another list is made again', async (t) => {
  const folder = t.testdir({});
  const folders = [{ path: folder, exposed: false }];
  const file = join(folder, `${list.sha256}.kwg`);
  keptGaddag(list, folders);
  const right = readFileSync(file);
  const otherFolder = join(folder, 'other');
  keptGaddag(listOf(['AA', 'AB'], list.sha256), [{ path: otherFolder, exposed: false }]);
  const other = readFileSync(join(otherFolder, `${list.sha256}.kwg`));
  const changed = (place: number, change: (node: number) => number) => {
    const bytes = Buffer.from(right);
    bytes.writeUInt32LE(change(right.readUInt32LE(place)) >>> 0, place);
    return bytes;
  };
  for (const [what, bytes] of [
    ['nothing', Buffer.alloc(0)],
    ['cut off', right.subarray(0, 40)],
    ['half a node', right.subarray(0, 42)],
    ['without an end', changed(right.length - 4, (node) => node & ~0x0040_0000)],
    ['a circle', changed(12, (node) => (node & ~0x003f_ffff) | 4)],
    ['a letter beyond Z', changed(12, (node) => node | 0xff00_0000)],
    ['another list', other],
  ] as const) {
    writeFileSync(file, bytes);
    t.same(keptGaddag(list, folders)?.edges, gaddag.edges, what);
    t.same(readFileSync(file), right, `${what}: written again`);
  }
});

t.test('there is none where it cannot be kept, or that no KWG file can hold', async (t) => {
  const folder = t.testdir({ file: '' });
  t.equal(keptGaddag(list, []), undefined);
  t.equal(keptGaddag(list, [{ path: folder, exposed: true }]), undefined, 'a folder of others');
  t.equal(
    keptGaddag(list, [{ path: join(folder, 'file'), exposed: false }]),
    undefined,
    'a file in its place',
  );
  mkdirSync(join(folder, `${list.sha256}.kwg`));
  t.equal(keptGaddag(list, [{ path: folder, exposed: false }]), undefined, 'a folder of its name');
  const greek = listOf(['ΑΒ', 'ΒΑ']);
  t.equal(keptGaddag(greek, [{ path: folder, exposed: false }]), undefined, 'other letters');
});

t.test('the path of the file is told where it is there or can be made', async (t) => {
  const folder = join(t.testdir({ file: '' }), 'cache');
  const folders = [{ path: folder, exposed: false }];
  const file = join(folder, `${list.sha256}.kwg`);
  t.equal(keptKwg(list, folders), file, 'made');
  const right = readFileSync(file);
  t.equal(keptKwg(list, folders), file, 'found');
  for (const damaged of [Buffer.alloc(0), Buffer.from('CAT\n'.repeat(9)), right.subarray(0, 4)]) {
    writeFileSync(file, damaged);
    t.equal(keptKwg(list, folders), file);
    t.same(readFileSync(file), right, 'written again');
  }
  t.equal(keptKwg(list, [{ path: folder, exposed: true }]), undefined, 'a folder of others');
  t.equal(keptKwg(list, [{ path: join(folder, '..', 'file', 'in'), exposed: false }]), undefined);
});
