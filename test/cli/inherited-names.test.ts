import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from './in-process.ts';
import { run } from './wordhost.ts';

/** What every object has, and nobody has named so. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

for (const name of inherited) {
  const files = { 'config.yaml': `${name}: 5\n`, 'config.json': `{"${name}": {"games": 5}}`, bots: {} };
  const player = 'touch started; exit 3';
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [['boggle', '--config', '../config.yaml', player], `config.yaml: there is no option "${name}"`],
    [['scrabble', '--config', '../config.json', player], `config.json: there is no option "${name}"`],
    [['boggle', `--${name}`, '5', player], `there is no option --${name}`],
    [['boggle', `--${name}=5`, player], `there is no option --${name}`],
    [['boggle', `--no-${name}`, player], `there is no option --${name}`],
    [['boggle', '--time', `1${name}`, player], `--time: expected a time with its unit`],
    [['boggle', '--memory', `1${name}`, player], `--memory: expected a size with its unit`],
    [['race', '--advantages', `1${name}`], `--advantages: expected none, or up to 12 times`],
    [['scrabble', '--board', name, player], `--board: cannot read ${name}`],
    [['scrabble', '--tiles', name, player], `--tiles: cannot read ${name}`],
    [['scrabble', '--rules', name, player], `--rules: expected one of tournament, course, simple`],
    [['boggle', '--require', `${name}=1`, player], `--require ${name}=1: expected `],
    [['judge', name, 'x'], 'judge: expected a game'],
    [['check', name, 'x'], 'check: expected a game'],
    [['check', 'boggle', '--only', name, 'x'], '--only: expected a number'],
    [['demo', name], 'demo: expected one of'],
    [['new', name, 'boggle'], `there is no template for boggle in "${name}"`],
    [['new', 'python', name], `there is no game "${name}"`],
    [['player', name], `there is no player "${name}"`],
    [['lexicon', name, 'x'], 'expected build, info, check or export'],
    [['board', name, 'x'], 'expected check or show'],
  ];
  t.test(`${name} is no name of ours`, async (t) => {
    const cwd = join(t.testdir(files), 'bots');
    for (const [args, says] of mistakes) {
      const { status, stderr } = await say(args, { cwd });
      t.equal(status, 2, `${args.join(' ')}: ${stderr}`);
      t.match(stderr, says);
    }
    t.same(readdirSync(cwd), [], 'nobody was started');
  });
}

t.test('A player or a seed may be called so', async (t) => {
  const winner = 'echo ready; while read line; do test "$line" = start && echo done; done';
  for (const name of inherited) {
    const { status, stdout, stderr } = await run(
      ['boggle', '--json', '--seed', name, '--name', name, winner],
      { cwd: t.testdir({}) },
    );
    t.equal(status, 0, stderr);
    t.match(JSON.parse(stdout), { seed: name, players: [{ name }] });
  }
});
