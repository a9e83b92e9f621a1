import t from 'tap';
import { repeatCommand } from '../../host/cli/reports/repeat.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/** `beside`: on the line and in variables; `inFile`: in the file with the players. */
function repeated(beside: Texts, inFile: Texts) {
  const call = {
    textsOf: (name: string) => beside[name] ?? inFile[name],
    textsBesideFile: (name: string) => beside[name],
    placeHere: () => undefined,
    players: { path: 'my match.yaml', players: [] },
  };
  const players = [4, 2].map((number) => ({ number, own: {} }));
  const seats = [{ entry: 2 }, { entry: 1 }];
  return repeatCommand(boggle, { call, players }, { seed: 's', players: seats } as never);
}

t.test('players of a file are seated as they were, and what the file says is not written out', async (t) => {
  t.equal(
    repeated({ memory: ['1G'], copies: ['3'] }, { env: ['SECRET=x'], time: ['9s'], name: ['x'] }),
    "wordhost boggle --config 'my match.yaml' --memory 1G --copies 3 --seed s --seat 2 --seat 4 --record games",
  );
});

t.test('one game is played, whatever the file says, and its standings are left alone', async (t) => {
  t.match(
    repeated({}, { games: ['100'], standings: ['all.json'] }),
    ' --games 1 --standings games/standings.json --seed s --seat 2 --seat 4 ',
  );
});

t.test('its reports go to other files, and its record is kept even if nothing goes wrong', async (t) => {
  t.match(
    repeated({}, { junit: ['all.xml'], tap: ['all.tap'], markdown: ['all.md'], 'record-bad': ['bad'] }),
    " --junit games/junit.xml --tap games/report.tap --markdown games/report.md --record-bad='' --seed s ",
  );
});
