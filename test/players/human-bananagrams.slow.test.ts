import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Solver } from '../../host/bots/bananagrams/solving/solver.ts';
import { chanceFrom } from '../../host/bots/chance.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { Tmux } from '../support/tmux.ts';
import { until } from '../support/until.ts';
import { without } from '../support/without.ts';
import { endsByCtrlC, isClean } from './clean-terminal.ts';

const skip = without('tmux') || without('stty');
const ada = "'wordhost player human --name Ada'";
const slow = "'wordhost player bananagrams --pause 10m'";
const files = { bunch: 'A 4\nC 2\nT 4\nS 2\n', 'words.txt': 'AT\nATS\nCAT\nCATS\nTA\nTAT\nSAT\nACTS\n' };
/** Nine tiles: two hands of three, and three for dumps or peels. */
const small3 = 'wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --seed 1 --stall 0';
const small = { bunch: 'A 3\nC 3\nT 3\n', 'words.txt': 'ACT\nCAT\nAT\nTA\nCACTA\n' };

const textIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The letters that the person has to lay. */
const looseOn = (screen: string) => /to lay\): (.*)/.exec(screen)?.[1]?.trim().replaceAll(' ', '') ?? '';

t.test('A person wins a whole game of Bananagrams by keys', { skip }, async (t) => {
  // Only A: all words of A are in the list, so each hand is a row.
  const words = Array.from({ length: 12 }, (_, index) => `${'A'.repeat(index + 2)}\n`).join('');
  const folder = t.testdir({ bunch: 'A 11\n', 'words.txt': words });
  using terminal = new Tmux();
  terminal.runs(`cd ${folder}`);
  terminal.runs(
    `wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --stall 0 --record records ${ada} ${slow}`,
  );
  await terminal.shows('(3 of 3 to lay): A A A', 'one of 2 players');
  terminal.types('aa');
  terminal.presses('Enter');
  await terminal.shows('Not sent: all tiles must be laid, and these are not: A.');
  terminal.types('a');
  await terminal.shows('All is laid: Enter peels.');
  terminal.presses('Enter');
  await terminal.shows('Your peel stands: you drew A.');
  terminal.types('a');
  terminal.presses('Enter');
  await terminal.shows('peels: 2 yours, 0 of others');
  t.match(terminal.screen, /> *\./, 'the cursor');
  // One tile is left in the bunch: a dump is refused.
  terminal.types('-a');
  await terminal.shows('The bunch has fewer than three tiles: A is yours again.');
  terminal.types('a');
  terminal.presses('Enter');
  await terminal.shows(/player 1 .* has won: the bunch is empty/, /A A A A A/);
  t.equal(readdirSync(join(folder, 'records')).length, 1);
  await isClean(t, terminal);
});

const loaded = loadLexicon('english');
if (!loaded.ok) throw new Error(loaded.problem);
const { lexicon } = loaded;

/** Lays these rows across, from where the cursor is. */
function lay(terminal: Tmux, rows: readonly string[]): void {
  for (const row of rows) {
    for (const [part] of row.matchAll(/\.+|[A-Z]+/g))
      if (part.startsWith('.')) terminal.presses(...new Array<string>(part.length).fill('Right'));
      else terminal.types(part.toLowerCase());
    terminal.presses('Down', ...new Array<string>(row.length).fill('Left'));
  }
}

t.test('A person lays all tiles again for each peel, as words that cross, and wins', { skip }, async (t) => {
  const folder = t.testdir({ bunch: 'A 5\nD 2\nE 8\nI 4\nL 2\nN 3\nO 4\nR 4\nS 3\nT 4\n' });
  using terminal = new Tmux(100, 30);
  terminal.runs(`cd ${folder}`);
  terminal.runs(`wordhost bananagrams --bunch bunch --hand 9 --seed 1 --stall 0 ${ada} ${slow}`);
  await terminal.shows('(9 of 9 to lay)');
  for (let peels = 0; peels < 11; peels++) {
    terminal.types('/y');
    const hand = looseOn(await terminal.shows(/\((\d+) of \1 to lay\)/));
    const solver = new Solver(lexicon, chanceFrom(String(peels)));
    solver.give(hand);
    while (!solver.complete) solver.step();
    lay(terminal, solver.rows());
    await terminal.shows('All is laid: Enter peels.');
    terminal.presses('Enter');
    await terminal.shows(new RegExp(`peels: ${peels + 1} yours|has won`));
  }
  await terminal.shows(/player 1 .* has won: the bunch is empty/, /Ada +won +11 +0 +0 /);
  await isClean(t, terminal);
});

t.test('A peel of another player leaves the cursor and the grid as they are', { skip }, async (t) => {
  const folder = t.testdir(files);
  using terminal = new Tmux();
  terminal.runs(`cd ${folder}`);
  terminal.runs(
    `wordhost bananagrams --bunch bunch --hand 3 --dictionary words.txt --seed 1 --stall 0 ${ada} 'wordhost player bananagrams --pause 2s'`,
  );
  const [letter = ''] = looseOn(await terminal.shows('(3 of 3 to lay)'));
  terminal.types(letter);
  await terminal.shows(new RegExp(` ${letter}>`));
  t.notOk(terminal.hasBell);
  await terminal.shows('Somebody has peeled: you drew', new RegExp(` ${letter}>`), '(3 of 4 to lay)');
  await until(
    () => terminal.hasBell,
    () => 'the bell',
  );
  terminal.presses('C-c');
  await terminal.shows('no winner: interrupted');
  await isClean(t, terminal);
});

t.test('A resize, and Ctrl-Z and fg, leave what is laid; Ctrl-C ends the game', { skip }, async (t) => {
  using terminal = new Tmux();
  terminal.runs(`wordhost bananagrams --seed 3 --stall 0 ${ada} ${slow}`);
  const letters = looseOn(await terminal.shows('(21 of 21 to lay)')).slice(0, 4);
  terminal.types(letters);
  const laid = [...letters].join(' ');
  await terminal.shows('(17 of 21 to lay)', ` ${laid}>`);
  terminal.resize(160, 50);
  await until(
    () => terminal.screen.split('\n').findIndex((line) => line.includes('Your tiles')) > 40,
    () => `the larger screen\n${terminal.screen}`,
  );
  await terminal.shows(` ${laid}>`);
  terminal.presses('C-z');
  await terminal.shows('Stopped');
  await isClean(t, terminal);
  terminal.resize(80, 24);
  terminal.runs('fg');
  await terminal.shows(` ${laid}>`, '(17 of 21 to lay)');
  terminal.presses('BSpace');
  await terminal.shows('(18 of 21 to lay)');
  await endsByCtrlC(t, terminal);
});

for (const how of ['closes the terminal', 'leaves'])
  t.test(`A person who ${how} is gone, and the host goes on`, { skip }, async (t) => {
    const folder = t.testdir(small);
    using terminal = new Tmux();
    terminal.runs(`cd ${folder}`);
    const other = `'printf n; until [ -e over ]; do sleep 0.05; done'`;
    terminal.runs(
      `(trap : HUP; ${small3} --last-player continue --record records --events events --json ${ada} ${other} >result.json; echo $? >status)`,
    );
    await terminal.shows('(3 of 3 to lay)');
    if (how === 'leaves') {
      terminal.types('!');
      await terminal.shows('Leave the game? (y: yes)');
      terminal.types('y');
    } else terminal.close();
    const events = () => textIn(join(folder, 'events'));
    await until(
      () => events().includes('"type":"left","seat":1'),
      () => `the person has left\n${events()}`,
    );
    t.equal(textIn(join(folder, 'result.json')), '', 'the game goes on without this person');
    writeFileSync(join(folder, 'over'), '');
    await until(
      () => textIn(join(folder, 'status')) !== '',
      () => `the end of the game\n${events()}`,
    );
    t.equal(textIn(join(folder, 'status')), '1\n', 'a game without a winner');
    const { players } = JSON.parse(textIn(join(folder, 'result.json')));
    t.match(players[0], { outcome: 'left', cause: 'exited', exit: { code: 0 } });
    const [record = ''] = readdirSync(join(folder, 'records'));
    t.match(textIn(join(folder, 'records', record)), '"type":"end"');
    if (how === 'leaves') await isClean(t, terminal);
  });

t.test('Two people race at two terminals, and are refused at one', { skip }, async (t) => {
  const folder = t.testdir(small);
  using terminal = new Tmux();
  terminal.runs(`cd ${folder}`);
  terminal.runs(`${small3} ${ada} 'wordhost player human --name Ben'`);
  const refused = await terminal.shows(/open a second terminal, run/);
  t.match(refused.replaceAll('\n', ''), /another person of this game plays at \/dev\/pts\/\d+/);
  await isClean(t, terminal);

  using second = new Tmux();
  second.runs('tty; sleep 1d');
  const [, path = ''] = /^(\/dev\/pts\/\d+)$/m.exec(await second.shows(/^\/dev\/pts\/\d+$/m)) ?? [];
  terminal.runs('clear');
  terminal.runs(`${small3} ${ada} 'wordhost player human --name Ben --terminal ${path}'`);
  await terminal.shows('(3 of 3 to lay)');
  const letters = looseOn(await second.shows('(3 of 3 to lay)'));
  t.match(second.screen, 'Ben');
  second.types(letters[0] ?? '');
  await second.shows('(2 of 3 to lay)');
  t.match(terminal.screen, '(3 of 3 to lay)');
  second.types('!y');
  await terminal.shows(/player 1 .* has won/);
  await isClean(t, terminal);
  second.presses('C-c');
  await isClean(t, second);
});
