import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rung } from '../../host/seats/seat.ts';
import { page, root } from '../docs/pages.ts';
import { arenaFor } from '../sins/arena.ts';
import { MORTAL } from '../sins/attack-game.ts';
import { type AttackRow, readTable, tableRungs, withTable } from '../sins/attack-table.ts';
import { attempts, KILLS } from '../sins/attempts.ts';
import { rungsHere } from '../sins/rungs.ts';
import { type User, users } from '../sins/users.ts';
import { tryAttempts } from './try-attempts.ts';

/**
 * Makes all attempts on each rung, as root and as somebody else, and writes the table of the docs anew from what came:
 * node --conditions=wordhost-source test/attack/write-attack-table.ts, as root. What cannot be tried here stays as it was.
 */

const PAGE = 'docs/reference/hosting.md';
const { text } = page(PAGE);
const known = readTable(text);
const came = new Map<string, boolean>();
const keyOf = (name: string, rung: Rung, user: User['name']) => `${name}, ${user} ${rung}`;

for (const user of users) {
  if (user.skip) throw new Error(`as ${user.name}: ${user.skip}`);
  using arena = arenaFor(user);
  for (const held of await rungsHere(arena)) {
    if (held.skip) throw new Error(`${user.name} ${held.rung}: ${held.skip}`);
    const { findings, notTried } = await tryAttempts(arena, held, known, (name) => name !== KILLS);
    for (const { kind, attack, came: how } of findings)
      if (kind === 'attempt') came.set(keyOf(attack, held.rung, user.name), how === 'yes');
    for (const { attack, reason } of notTried)
      process.stderr.write(`not tried: ${keyOf(attack, held.rung, user.name)}: ${reason}\n`);
  }
}

/** In the order in which they stand there; what is new comes before the last line. */
const names = [...known.keys(), ...attempts.map(({ name }) => name)].filter((name) => name !== KILLS);

function succeeds(name: string, rung: (typeof tableRungs)[number], user: User['name']): boolean {
  if (name === KILLS) return MORTAL.includes(rung);
  const found = came.get(keyOf(name, rung, user)) ?? known.get(name)?.[rung][user];
  if (found === undefined) throw new Error(`${keyOf(name, rung, user)}: it was never tried`);
  return found;
}

function rowOf(name: string): AttackRow {
  const cells = tableRungs.map((rung) => [
    rung,
    { root: succeeds(name, rung, 'root'), user: succeeds(name, rung, 'user') },
  ]);
  return Object.fromEntries(cells) as AttackRow;
}

const table = new Map([...new Set(names), KILLS].map((name) => [name, rowOf(name)]));
writeFileSync(join(root, PAGE), withTable(text, table));
