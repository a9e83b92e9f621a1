import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { examplesOf } from './example-bots.ts';
import { newBots } from './new-bots.ts';

const skip = newBots.find(({ language }) => language === 'fsharp')!.skip;
const source = (game: string) => readFileSync(join(examplesOf(game), 'fsharp', 'Host.fs'), 'utf8');

t.test('what talks with the host is the same in all three games', async (t) => {
  for (const game of ['boggle', 'bananagrams']) t.equal(source(game), source('scrabble'), game);
});

/** Fable reads the assemblies of .NET, but translates only some of what they hold. */
function complaintsAbout(text: string): readonly string[] {
  const folder = t.testdir();
  cpSync(join(examplesOf('boggle'), 'fsharp'), folder, { recursive: true });
  symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'Host.fs'), text);
  const { stdout, stderr } = spawnSync('npx', ['fable', 'player.fsproj', 'js'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return (
    `${stdout}${stderr}`.match(/(?<=Host\.fs \(\d+,\d+\): )Error: .*$/gm)?.map((line) => line.trim()) ?? []
  );
}

t.test('the half of it that is for .NET has the right types, too', { skip }, async (t) => {
  const forNet = source('boggle').replace('#if FABLE_COMPILER', '#if NOT_HERE');
  t.not(forNet, source('boggle'));
  const untranslated = /^Error: FABLE: System\.[\w.]+ (\(static\) )?is not supported by Fable$/;
  const found = complaintsAbout(forNet);
  t.ok(found.length > 0, 'it is this half that was read');
  t.same(
    found.filter((line) => !untranslated.test(line)),
    [],
  );
  t.match(complaintsAbout(forNet.replace('output.Flush()', 'output.Flush 1')), [/^Error: (?!FABLE)/]);
});
