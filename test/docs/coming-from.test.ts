import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { operations } from '../../host/serve/boggle/api/operations.ts';
import { page, root } from './pages.ts';

const folder = 'docs/how-to/coming-from';
const course = page(`${folder}/fsharp-scrabble.md`).text;

t.test('who comes from the F# project finds each error under its name there', async (t) => {
  const wire = page('docs/reference/scrabble-wire.md').text;
  const named = [...wire.matchAll(/`error ([a-z]+)/g)].map(([, name]) => name!);
  const listed = [...course.matchAll(/^\| `(GPE\w+).*`error ([a-z]+)/gm)];
  t.same(listed.map(([, , error]) => error).sort(), [...new Set(named)].sort());
  for (const [, theirs, ours] of listed)
    t.match(theirs!.toLowerCase(), new RegExp(`^gpe(${ours}|notadjacent)$`), ours!);
});

t.test('and each message', async (t) => {
  for (const name of ['SMPlay', 'SMChange', 'SMPass', 'SMForfeit']) t.match(course, `| \`${name}`);
  for (const name of 'Played PlaySuccess PlayFailed Passed Forfeit Change ChangeSuccess Timeout GameOver'.split(
    ' ',
  ))
    t.match(course, `RCM (CM${name} `);
});

t.test('who comes from boggle-api finds each endpoint under its name there', async (t) => {
  const text = page(`${folder}/boggle-api.md`).text;
  const theirs =
    'create_user new_game make_move get_game get_user_games cancel_game get_user_rankings get_game_history get_average_turns'.split(
      ' ',
    );
  for (const endpoint of theirs) {
    t.ok(Object.hasOwn(operations, endpoint), endpoint);
    t.match(text, `\`${endpoint}\``);
  }
});

t.test('who comes from a chess match runner finds each of its options as what does the same', async (t) => {
  const rows = page(`${folder}/chess-match-runners.md`).text.split('\n');
  for (const [theirs, ours] of [
    ['-concurrency', '--jobs'],
    ['-use-affinity', '--pin'],
    ['-repeat', '--mirrored'],
    ['-noswap', '--no-rotate'],
    ['-sprt', 'wordhost compare GAME --elo0'],
    ['-tournament', 'wordhost tournament'],
    ['-autosaveinterval', '--store'],
    ['-maxmoves', '--max-turns'],
    ['-srand', '--seed'],
    ['-pgnout', '--record'],
    ['timemargin', '--margin'],
  ] as const)
    t.match(
      rows.filter((row) => new RegExp(`^\\|[^|]*[ \`]${theirs}\\b`).test(row)).join('\n'),
      ours,
      theirs,
    );
});

t.test('each option on these pages is in the reference', async (t) => {
  const reference = page('docs/reference/command-line.md').text;
  for (const name of readdirSync(join(root, folder)))
    for (const [, option] of page(`${folder}/${name}`).text.matchAll(/[\s`]--(\w+(?:-\w+)*)/g))
      if (option !== 'some-argument')
        t.match(
          reference,
          new RegExp(`\`--(no-)?${option!.replace(/^no-/, '')}[\` ]`),
          `${name}: --${option}`,
        );
});
