import t from 'tap';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { resumeTurns } from '../../host/games/boggle/resume-turns.ts';
import type { State } from '../../host/games/boggle/rules/state.ts';
import { setupOf, words } from './boggle-table.ts';

const said = (word: string) => ({ type: 'guess', word, tag: undefined, line: word, lineNumber: 1 }) as const;

const inShort = ({ players, turn, turnsLeft, over }: State) => ({
  ...{ turn, turnsLeft, over },
  players: players.map(({ found, ...rest }) => ({ ...rest, found: found.inOrder() })),
});

t.test('a game that is put away after each turn goes on as one that is not', async (t) => {
  const setup = setupOf({ options: { rules: 'turns', turns: words.length } });
  const present = [1, 2].map((seat) => ({ seat, dialect: undefined }));
  const terms = boggle.prepare(setup as Parameters<typeof boggle.prepare>[0]);
  let kept = boggle.clockStarts(boggle.open(terms, present, 0).state, 1, 0);
  let whole = kept;
  for (const word of words) {
    const heard = { seat: whole.turn!.seat, message: said(word), at: 1, bytes: [0, 1] } as const;
    const step = boggle.hear(whole, heard);
    t.same(boggle.hear(kept, heard).effects, step.effects, word);
    whole = step.state.turn ? boggle.clockStarts(step.state, step.state.turn.seat, 0) : step.state;
    kept = putAway(whole);
    t.same(inShort(kept), inShort(whole));
  }
  t.ok(whole.over);
});

function putAway({ terms, turnsLeft, turn, players }: State): State {
  const soFar = players.map(({ score, found }) => ({ score, found: found.inOrder() }));
  return resumeTurns(terms, { turnsLeft, next: turn?.seat, players: soFar });
}
