import { page } from '../docs/pages.ts';
import { type Arena, arenaFor } from '../misbehaviour/arena.ts';
import { readTable } from '../misbehaviour/attack-table.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { type User, users } from '../misbehaviour/users.ts';
import { type Findings, nothing, together } from './finding.ts';
import { type AttackOptions, readOptions } from './options.ts';
import { report } from './report.ts';
import { tryAttempts } from './try-attempts.ts';
import { tryPipes } from './try-pipes.ts';
import { tryPrograms } from './try-programs.ts';

/** The attacker as a program: `npm run fuzz attacks`; its options are told by --help. */

const table = readTable(page('docs/reference/hosting.md').text);

async function attackAs(user: User, options: AttackOptions): Promise<Findings> {
  const untried = (reason: string) => ({
    attack: 'everything',
    user: user.name,
    level: 'every level' as const,
    reason,
  });
  if (user.skip) return { findings: [], notTried: [untried(user.skip)] };
  using arena = arenaFor(user);
  const off: TriedLevel = { level: 'off', options: ['--sandbox', 'off'], env: {}, skip: false };
  const all = [...(await levelsHere(arena)), off].filter(({ level }) => options.levels.includes(level));
  const found: Findings[] = [];
  for (const held of all) {
    if (held.skip) found.push({ findings: [], notTried: [{ ...untried(held.skip), level: held.level }] });
    else found.push(await attackOn(arena, held, options));
  }
  return together(found);
}

async function attackOn(arena: Arena, held: TriedLevel, options: AttackOptions): Promise<Findings> {
  if (options.games > 0) return await tryPipes(arena, held, options.games);
  const isWanted = (name: string) =>
    options.programs.length === 0 || options.programs.some((word) => name.includes(word));
  process.stderr.write(`${arena.user.name} ${held.level} …\n`);
  return together([
    await tryAttempts(arena, held, table, isWanted),
    await tryPrograms(arena, held, isWanted),
  ]);
}

async function attackAll(options: AttackOptions): Promise<number> {
  let found = nothing;
  for (let round = 0; round < options.repeat; round++)
    for (const user of users.filter(({ name }) => options.users.includes(name)))
      found = together([found, await attackAs(user, options)]);
  const lines = [...found.findings, ...found.notTried].map((each) => `${JSON.stringify(each)}\n`);
  process.stdout.write(options.json ? lines.join('') : report(found));
  if (found.findings.length === 0) process.stderr.write('nothing was tried\n');
  return found.findings.length > 0 && found.findings.every(({ broken }) => broken.length === 0) ? 0 : 1;
}

const options = readOptions(process.argv.slice(2));
if ('problem' in options) {
  process.stderr.write(`attack: ${options.problem}\n`);
  process.exitCode = 2;
} else if ('help' in options) process.stdout.write(options.help);
else process.exitCode = await attackAll(options);
