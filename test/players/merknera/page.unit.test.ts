import t from 'tap';
import { faults } from '../../../players/merknera/fault.ts';
import { readMove } from '../../../players/merknera/moves/read-move.ts';
import { readAnswer } from '../../../players/merknera/read-answer.ts';
import { ownMethods } from '../../../players/merknera/served/own-methods.ts';
import { answersTo } from '../../../players/merknera/served/requests.ts';
import { blocksOf, page } from '../../docs/pages.ts';
import { usualGame } from './said-game.ts';

const wire = page('docs/reference/web-bots.md');
const said = blocksOf(wire)
  .filter(({ language }) => language === 'json')
  .map(({ text }) => JSON.parse(text));

t.test('the messages of the page are those that are spoken', async (t) => {
  const requests = said.filter(({ method }) => method !== undefined);
  t.same(
    requests.map(({ method }) => method),
    ['Scrabble.NewGame', 'Scrabble.Error', 'Scrabble.Complete', 'Scrabble.Ready'],
  );
  const answers = said.filter(({ result }) => result !== undefined);
  t.same(
    answers.map((answer) => readAnswer(JSON.stringify(answer))),
    [{ ok: true, result: { status: 'PREPARING' } }],
  );
  const moves = said.filter(({ type }) => type !== undefined);
  t.equal(moves.length, 3);
  for (const move of moves) t.ok(readMove(move, usualGame(t)).ok, JSON.stringify(move));
});

t.test('the hashes of the page are those that Ready of the page says', async (t) => {
  const { params: about } = said.find(({ method }) => method === 'Scrabble.NewGame');
  const ready = said.find(({ method }) => method === 'Scrabble.Ready');
  const { files } = usualGame(t);
  const shown = Object.fromEntries(
    Object.entries(files).map(([kind, file]) => [kind, { ...file, sha1: about[kind].sha1 }]),
  ) as typeof files;
  let readied = 0;
  const methods = ownMethods(about.gameid, shown, () => readied++);
  t.match(answersTo(JSON.stringify(ready), methods), { id: 1, result: { status: 'OK' } });
  t.equal(readied, 1);
});

t.test('the page has the number of each fault', async (t) => {
  for (const code of Object.values(faults)) t.match(wire.text, new RegExp(`^\\| ${code} \\| `, 'm'));
  const told = said.find(({ method }) => method === 'Scrabble.Error');
  const read = readMove({ type: 'JUMP' }, usualGame(t));
  t.match(told.params, read.ok ? {} : { message: read.message, errorcode: read.errorcode });
});
