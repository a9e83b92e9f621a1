import { type Kysely, sql } from 'kysely';
import {
  type BoggleQueries,
  type BoggleTables,
  type GameTable,
  type ReminderTable,
  these,
} from '../store/tables.ts';

/** A turn whose player has an address and was not written to. */
export interface DueReminder {
  readonly game: string;
  /** By the count of changes of its game. */
  readonly turn: number;
  readonly email: string;
  readonly player: string;
  readonly opponent: string;
  readonly turnsLeft: number;
  /** Of the player, and of the opponent. */
  readonly points: readonly [number, number];
}

/** What became of a reminder. One that was being sent when its host ended stays so: a second mail could be one too many. */
export type Outcome =
  | { readonly state: 'sent' | 'refused' | 'unknown'; readonly problem: string | null }
  | { readonly state: 'failed'; readonly problem: string; readonly tryAt: number };

/** A reminder that was taken, by which attempt it was. */
export interface Settled extends Turn {
  readonly tries: number;
  readonly outcome: Outcome;
}

/** Of turns that began in this time. Those that have waited longest come first. */
interface Sought {
  readonly begunAfter: number;
  readonly begunBefore: number;
  readonly now: number;
  readonly most: number;
}

type Build = Kysely<BoggleTables>;

const ofGame = [
  ...(['id', 'changes', 'next', 'name1', 'name2', 'turns_left', 'points1', 'points2'] as const),
] as const;

const due = (build: Build, sought: Sought) =>
  build
    .selectFrom('boggle_game as g')
    .innerJoin('boggle_user as u', (join) =>
      join.on('u.id', '=', (game) =>
        game.case().when('g.next', '=', 1).then(game.ref('g.user1')).else(game.ref('g.user2')).end(),
      ),
    )
    .leftJoin('boggle_reminder as r', (join) =>
      join.onRef('r.game', '=', 'g.id').onRef('r.turn', '=', 'g.changes'),
    )
    .select(ofGame.map((column) => `g.${column}` as const))
    .select((game) => game.ref('u.email').$notNull().as('email'))
    .where('g.next', '>', 0)
    .where('g.changed_at', '>', sought.begunAfter)
    .where('g.changed_at', '<=', sought.begunBefore)
    .where('u.email', 'is not', null)
    .where((reminder) =>
      reminder.or([
        reminder('r.state', 'is', null),
        reminder.and([reminder('r.state', '=', 'failed'), reminder('r.try_at', '<=', sought.now)]),
      ]),
    )
    .orderBy('g.changed_at')
    .orderBy('g.id')
    .limit(sought.most);

export async function dueReminders({ all }: BoggleQueries, sought: Sought): Promise<DueReminder[]> {
  return (await all(due, sought)).map(dueIn);
}

type Turn = Pick<DueReminder, 'game' | 'turn'>;

const take = (build: Build, { game, turn }: Turn) =>
  build
    .insertInto('boggle_reminder')
    .columns(['game', 'turn', 'state', 'tries', 'try_at'])
    .expression((from) =>
      from
        .selectFrom('boggle_game')
        .select([
          'id',
          'changes',
          sql.lit('sending').as('state'),
          sql.lit(1).as('tries'),
          sql.lit(0).as('at'),
        ])
        .where('id', '=', game)
        .where('changes', '=', turn)
        .where('next', '>', 0),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['game', 'turn'])
        .doUpdateSet((before) => ({ state: 'sending', tries: before('boggle_reminder.tries', '+', 1) }))
        .where('boggle_reminder.state', '=', 'failed'),
    )
    .returning('tries');

/** Which attempt it is; undefined: another host has taken it, or the turn is over. */
export async function takeReminder(
  { all }: BoggleQueries,
  { game, turn }: DueReminder,
): Promise<number | undefined> {
  const [row] = await all(take, { game, turn });
  return row?.tries;
}

type SettledRow = Turn & Pick<ReminderTable, 'tries' | 'state' | 'try_at' | 'problem'>;

const settle = (build: Build, reminder: SettledRow) =>
  build
    .updateTable('boggle_reminder')
    .set(these(reminder, 'state', 'try_at', 'problem'))
    .where('game', '=', reminder.game)
    .where('turn', '=', reminder.turn)
    .where('tries', '=', reminder.tries)
    .where('state', '=', 'sending');

/** It can be done again where it is not known whether it was kept: then another host may have taken the next attempt. */
export async function settleReminder({ run }: BoggleQueries, { outcome, ...taken }: Settled): Promise<void> {
  const { state, problem } = outcome;
  await run(settle, { ...taken, state, problem, try_at: outcome.state === 'failed' ? outcome.tryAt : 0 });
}

type Due = Pick<GameTable, (typeof ofGame)[number]> & { readonly email: string };

function dueIn(row: Due): DueReminder {
  const [own, other] = row.next === 1 ? ([1, 2] as const) : ([2, 1] as const);
  return {
    game: row.id,
    turn: row.changes,
    email: row.email,
    player: row[`name${own}`],
    opponent: row[`name${other}`],
    turnsLeft: row.turns_left,
    points: [row[`points${own}`], row[`points${other}`]],
  };
}
