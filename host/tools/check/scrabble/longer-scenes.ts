import type { Action, Scene } from './game.ts';
import {
  howErrors,
  longName,
  placeErrors,
  type Refusal,
  tileErrors,
  unknownErrors,
  wordErrors,
} from './turn-scenes.ts';

/** A scene in which others are contained, so that a right bot is started and asked less often. */
interface LongerScene extends Scene {
  /** Their names. */
  readonly within: readonly string[];
}

const advice = '';
const does = (player: number, does: Extract<Action, { do: 'other' }>['does']): Action => ({
  do: 'other',
  player,
  does,
});
const quiet: Action = { do: 'quiet' };
const play: Action = { do: 'turn', wants: 'play' };
const refusedFor = (kinds: readonly Refusal[]): Action => ({
  ...play,
  refused: (move) => kinds.flatMap((errors) => errors(move)),
});

const talk: LongerScene = {
  name: 'plays on, whatever others do and whatever it is told',
  advice,
  within: [
    'says nothing before its turn',
    'answers its turn in time, with a line of the wire',
    'says nothing that is no answer, whatever it is told',
    'answers every turn, and tags it, if at all, with its number',
    'skips lines of the host that it does not know',
    'skips lines that it does not know in the set-up, too',
    'reads names that are long, or look like messages',
    'lays a legal first word, over the centre',
    'goes on with the tiles that it has left, and those it drew',
    'builds on what others have laid',
    'forgets a play of another that failed',
    'goes on when others pass and change',
    'goes on when others run out of time',
    'goes on when another forfeits',
    'goes on when another never was ready',
    'goes on after a play that failed for its tiles',
    'goes on after a play that failed for its places',
    'goes on after a play that failed for how it lay',
    'goes on after a play that failed for its words',
    'goes on after an error that it does not know',
    'goes on when it has run out of time itself',
    'plays as the third of four',
    'ends when the game is over',
  ],
  setting: {
    hand: 'CATDOGS',
    draws: 'EATRINGSTONEEATRING',
    names: ['?????', longName, 'me', 'turn 1 1', '7'],
    seat: 3,
    first: 1,
    absent: [5],
    manner: 'unknown-lines',
  },
  actions: [
    { do: 'set-up' },
    does(1, { fails: 'HOUSE' }),
    does(2, 'times-out'),
    quiet,
    play,
    does(4, { changes: 2 }),
    does(1, 'passes'),
    does(2, 'times-out'),
    quiet,
    play,
    does(4, { plays: 'RESTING' }),
    does(1, 'forfeits'),
    does(2, { plays: 'OATEN' }),
    quiet,
    play,
    does(4, 'passes'),
    does(2, 'passes'),
    refusedFor([...tileErrors, ...placeErrors]),
    does(4, 'passes'),
    does(2, 'passes'),
    refusedFor([...howErrors, ...wordErrors, ...unknownErrors]),
    quiet,
    does(4, 'passes'),
    does(2, 'passes'),
    play,
    does(4, 'passes'),
    does(2, 'passes'),
    { do: 'run-out' },
    { do: 'late-answer' },
    does(4, 'passes'),
    does(2, 'passes'),
    { do: 'turn' },
    { do: 'game-over' },
  ],
};

const toTheEnd: LongerScene = {
  name: 'plays alone until its tiles are used up',
  advice,
  within: ['plays alone', 'plays on with an empty bag', 'plays a small game to its end'],
  setting: { players: 1, hand: 'CATDOGS', draws: 'EATRINGSTO', bag: 10 },
  actions: [{ do: 'set-up' }, { do: 'play-out' }],
};

const endless: LongerScene = {
  name: 'plays turns without end by the rules of the course, until its input ends',
  advice,
  within: ['plays turns that have no end', 'plays by the rules of the course', 'ends when its input ends'],
  setting: { rules: 'course', hand: 'CATDOGS', draws: 'EATRINGSTONE', endless: true },
  actions: [{ do: 'set-up' }, play, does(2, { plays: 'RESTING' }), { do: 'turn' }, { do: 'hang-up' }],
};

export const longerScenes: readonly LongerScene[] = [talk, toTheEnd, endless];
