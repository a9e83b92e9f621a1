import { writeSync } from 'node:fs';
import { openStore } from '../../../host/runs/store/store.ts';
import { gameOf } from './games-to-keep.ts';

/*
 * `write STORE COUNT` keeps games until there are so many, and says of each when it is kept; `read STORE` says which there are. What
 * is refused is said, too: each is a line.
 */
const [verb, path = '', count = '0'] = process.argv.slice(2);

/** At once: what was said just before a kill is heard. */
const say = (line: string) => writeSync(1, `${line}\n`);

async function write(): Promise<void> {
  const opening = await openStore(path, { mode: 'write' });
  if (!opening.ok) return void say(`refused ${opening.fault.kind}: ${opening.problem}`);
  await using store = opening.store;
  const { games } = await store.counts();
  say(`opened ${games}`);
  for (let number = games + 1; number <= Number(count); number++) {
    const keeping = await store.save(gameOf(number));
    if (!keeping.ok) return void say(`refused ${keeping.fault.kind}: ${keeping.problem}`);
    say(`kept ${number}`);
  }
  if (process.env.WAITS) await new Promise((resolve) => process.stdin.once('end', resolve).resume());
}

async function read(): Promise<void> {
  const opening = await openStore(path, { mode: 'read' });
  if (!opening.ok) return void say(`refused ${opening.fault.kind}: ${opening.problem}`);
  await using store = opening.store;
  const numbers: number[] = [];
  for await (const { number } of store.games()) numbers.push(number);
  say(`read ${numbers.join(' ')}`);
}

await (verb === 'write' ? write() : read());
