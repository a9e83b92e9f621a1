import t from 'tap';
import { page } from './pages.ts';

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
  for (const name of [
    'Played',
    'PlaySuccess',
    'PlayFailed',
    'Passed',
    'Forfeit',
    'Change',
    'ChangeSuccess',
    'Timeout',
    'GameOver',
  ])
    t.match(course, `RCM (CM${name} `);
});
