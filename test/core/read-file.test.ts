import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readStart } from '../../host/files/read-file.ts';

function pipeIn(t: Test): string {
  const pipe = join(t.testdir({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

t.test('A file is read to its end, and no further than is wanted', async (t) => {
  const file = join(t.testdir({ words: 'cow\nhen\n', empty: '' }), 'words');
  t.equal(readStart(file, 100).toString(), 'cow\nhen\n');
  t.equal(readStart(file, 3).toString(), 'cow');
  t.equal(readStart(join(file, '../empty'), 100).length, 0);
  t.equal(readStart('/dev/zero', 5).length, 5);
});

t.test('A pipe is read when somebody writes to it, in pieces and with pauses', async (t) => {
  const pipe = pipeIn(t);
  const writer = spawn('sh', ['-c', `sleep 0.1; { printf cow; sleep 0.2; printf hen; } > '${pipe}'`]);
  t.equal(readStart(pipe, 100).toString(), 'cowhen');
  await once(writer, 'close');
});

t.test('A pipe that nobody writes to, and one that is never closed, hold up nobody', async (t) => {
  const waits = /^it returned no data for 0\.05 s and did not end/;
  t.throws(() => readStart(pipeIn(t), 100, 50), { message: waits });
  const pipe = pipeIn(t);
  const writer = spawn('sh', ['-c', `exec 3<> '${pipe}'; printf cow >&3; echo; exec sleep 60`]);
  await once(writer.stdout, 'data');
  t.throws(() => readStart(pipe, 100, 50), { message: waits }, 'its end does not come');
  writer.kill();
  await once(writer, 'close');
});

t.test('A file that may not be opened is an error, not a wait', async (t) => {
  const file = join(t.testdir({}), 'none');
  t.throws(() => readStart(file, 100), { code: 'ENOENT' });
  writeFileSync(file, '');
  t.throws(() => readStart(join(file, 'below'), 100), { code: 'ENOTDIR' });
});
