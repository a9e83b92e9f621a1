import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { page, root } from '../docs/pages.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { MORTAL } from '../misbehaviour/attack-game.ts';
import { type AttackRow, readTable, tableLevels, withTable } from '../misbehaviour/attack-table.ts';
import { attempts, KILLS } from '../misbehaviour/attempts.ts';
import { levelsHere } from '../misbehaviour/levels.ts';
import { type User, users } from '../misbehaviour/users.ts';
import { tryAttempts } from './try-attempts.ts';

/**
 * Makes all attempts on each level, as root and as somebody else, and writes the table of the docs again from what came:
 * node --conditions=wordhost-source test/attack/write-attack-table.ts, as root. What cannot be tried here stays as it was.
 */

const PAGE = 'docs/reference/hosting.md';
const { text } = page(PAGE);
const known = readTable(text);
const came = new Map<string, boolean>();
const keyOf = (name: string, level: SandboxLevel, user: User['name']) => `${name}, ${user} ${level}`;

for (const user of users) {
  if (user.skip) throw new Error(`as ${user.name}: ${user.skip}`);
  using arena = arenaFor(user);
  for (const held of await levelsHere(arena)) {
    if (held.skip) throw new Error(`${user.name} ${held.level}: ${held.skip}`);
    const { findings, notTried } = await tryAttempts(arena, held, known, (name) => name !== KILLS);
    for (const { kind, attack, came: how } of findings)
      if (kind === 'attempt') came.set(keyOf(attack, held.level, user.name), how === 'yes');
    for (const { attack, reason } of notTried)
      process.stderr.write(`not tried: ${keyOf(attack, held.level, user.name)}: ${reason}\n`);
  }
}

/** In the order in which they stand there; what is new comes before the last line. */
const names = [...known.keys(), ...attempts.map(({ name }) => name)].filter((name) => name !== KILLS);

function succeeds(name: string, level: (typeof tableLevels)[number], user: User['name']): boolean {
  if (name === KILLS) return MORTAL.includes(level);
  const found = came.get(keyOf(name, level, user)) ?? known.get(name)?.[level][user];
  if (found === undefined) throw new Error(`${keyOf(name, level, user)}: it was never tried`);
  return found;
}

function rowOf(name: string): AttackRow {
  const cells = tableLevels.map((level) => [
    level,
    { root: succeeds(name, level, 'root'), user: succeeds(name, level, 'user') },
  ]);
  return Object.fromEntries(cells) as AttackRow;
}

const table = new Map([...new Set(names), KILLS].map((name) => [name, rowOf(name)]));
writeFileSync(join(root, PAGE), withTable(text, table));
