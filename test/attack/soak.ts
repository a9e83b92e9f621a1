import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { levels, type SandboxLevel } from '../../host/match/seat.ts';
import { run } from '../cli/wordhost.ts';
import { arenaFor } from '../misbehaviour/arena.ts';
import { levelsHere, type TriedLevel } from '../misbehaviour/levels.ts';
import { whoTests } from '../misbehaviour/users.ts';
import { openPrograms } from '../support/programs.ts';
import { type StaircaseSeries, staircaseResults, staircaseWords } from '../support/staircase-series.ts';

const help = `npm run fuzz soak -- [OPTION…]
Plays games of two turns between players that are started for each, on every sandbox level in turns, until one goes wrong: then
it says which, with its result and the folder of its record. Its players and its hosts are honest: nothing may end them.

  --games N          on each level (20000)
  --of N             games that each host plays (100); every second host plays two at once
  --sandbox LEVEL,…  ${levels.join(', ')} (all)

Exit status: 0 all games were right; 1 one was not.
`;

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '20000' },
    of: { type: 'string', default: '100' },
    sandbox: { type: 'string', default: levels.join(',') },
    help: { type: 'boolean', default: false },
  },
});
const TURNS = 2;

async function soak(games: number, each: number, wanted: readonly string[]): Promise<void> {
  using arena = arenaFor(whoTests);
  using programs = openPrograms();
  // Under `strict` the player is run by somebody else.
  chmodSync(programs.folder, 0o755);
  const off: TriedLevel = { level: 'off', options: ['--sandbox', 'off'], env: {}, skip: false };
  const tried = [...(await levelsHere(arena)), off].filter(({ level }) => wanted.includes(level));
  const counts = new Map<SandboxLevel, number>();
  for (const { level, skip } of tried) {
    if (skip) process.stderr.write(`${level}: not tried: ${skip}\n`);
    else counts.set(level, 0);
  }
  const told = () =>
    process.stdout.write(
      `${new Date().toISOString()} right: ${JSON.stringify(Object.fromEntries(counts))}\n`,
    );
  let next = 0;
  for (let host = 0; Math.min(...counts.values()) < games; host++) {
    for (const held of tried.filter(({ level }) => (counts.get(level) ?? games) < games)) {
      await playOne(held, 1 + (host % 2));
      counts.set(held.level, counts.get(held.level)! + each);
    }
    if (Date.now() < next) continue;
    told();
    next = Date.now() + 60_000;
  }
  told();

  async function playOne({ level, options, env }: TriedLevel, atOnce: number): Promise<void> {
    const records = mkdtempSync(join(tmpdir(), `wordhost-soak-${level}-`));
    const more = level === 'strict' ? [...options, '--readable', programs.folder] : options;
    const series: StaircaseSeries = { games: each, turns: TURNS, atOnce, options: more, records };
    const how = { cwd: arena.bots, host: arena.host, env: { ...arena.env, ...env } };
    try {
      staircaseResults(series, await run(staircaseWords(series, programs), how));
    } catch (error) {
      told();
      throw new Error(`${level}, ${atOnce} at once: ${(error as Error).message}\nall records: ${records}`);
    }
    rmSync(records, { recursive: true });
  }
}

if (values.help) process.stdout.write(help);
else
  await soak(Number(values.games), Number(values.of), values.sandbox.split(',')).catch((error: Error) => {
    process.stderr.write(`${new Date().toISOString()} ${error.message}\n`);
    process.exitCode = 1;
  });
