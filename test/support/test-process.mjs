/*
 * Loaded before each test file. tap puts a recorder of loaded files and its source maps into every Node that a test starts, for
 * coverage, which is off. Taken out again: hosts and players start as users start them, in half the time. The compile cache that
 * .taprc names is for the test files alone. Each file has a temporary folder of its own, which goes with all that the file has
 * started when it ends: at Ctrl-C, a signal and a limit too.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Format, Has } from 'tcompare';

// tap's match() cuts a list to the length of the list in the pattern, so that `t.match([1], [])` passes. Here it compares whole lists.
const wholeList = Object.getOwnPropertyDescriptor(Format.prototype, 'objectAsArray');
Object.defineProperty(Has.prototype, 'objectAsArray', wholeList);

const wrappers = globalThis[Symbol.for('process-on-spawn@*:singletonId')];
wrappers?.unwrap();
process.setSourceMapsEnabled(false);
delete process.env.NODE_COMPILE_CACHE;

const others = (process.env.NODE_OPTIONS ?? '').replace(/"?--import=\S*processinfo\S*/, '').trim();
if (others === '') delete process.env.NODE_OPTIONS;
else process.env.NODE_OPTIONS = others;

process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'wordhost-tests-'));
// Players that are another user write here too.
chmodSync(process.env.TMPDIR, 0o1777);
process.env.TEST_FILE_MARKER = process.env.TMPDIR;
const script = join(import.meta.dirname, 'end-of-process.sh');
const marker = `TEST_FILE_MARKER=${process.env.TMPDIR}`;
// It reads to the end of a pipe that this process alone holds open.
const cleaner = spawn('/bin/sh', [script, marker, process.env.TMPDIR], {
  detached: true,
  env: { PATH: process.env.PATH },
  stdio: ['pipe', 'ignore', 'ignore'],
});
cleaner.unref();
cleaner.stdin.unref();

const end = () => process.kill(process.pid, 'SIGKILL');
// Libraries listen too, and then a signal alone ends nothing.
process.once('SIGTERM', end);
// A runner that was killed ends nobody.
const runner = process.ppid;
setInterval(() => process.ppid !== runner && end(), 1_000).unref();
