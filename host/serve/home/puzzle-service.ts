import { Hono } from 'hono';
import { jsonAnswer, jsonRefusal, type Service } from '../http/answers.ts';
import { requestParameters } from '../http/parameters.ts';
import type { PuzzleSource } from './contract.ts';

const DAY_MS = 86_400_000;
/** A longer text is no move. */
const LONGEST_MOVE = 60;

export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/** `GET /api/v1/puzzle`, `/try?move=…` and `/best`; `day` may also be yesterday, for a page that was opened then. */
export function puzzleService(puzzles: PuzzleSource, now: () => number): Service {
  const service: Service = new Hono();
  const path = '/api/v1/puzzle';
  /** Without a day it is today. */
  const dayIn = ({ day }: Readonly<Record<string, unknown>>): number | string => {
    const today = dayOf(now());
    if (day === undefined) return today;
    const wanted = [today, today - 1].find((each) => day === puzzles.view(each).day);
    return wanted ?? 'day: expected today or yesterday, such as 2026-11-29';
  };
  service.get(path, (c) => jsonAnswer(c, 200, puzzles.view(dayOf(now()))));
  service.get(`${path}/best`, async (c) => {
    const day = dayIn(await requestParameters(c));
    if (typeof day === 'string') return jsonRefusal(c, { status: 400, problem: day });
    return jsonAnswer(c, 200, { best: puzzles.best(day) });
  });
  service.get(`${path}/try`, async (c) => {
    const parameters = await requestParameters(c);
    const day = dayIn(parameters);
    if (typeof day === 'string') return jsonRefusal(c, { status: 400, problem: day });
    const { move } = parameters;
    if (typeof move !== 'string' || move.length > LONGEST_MOVE) {
      const problem = `move: expected a move of at most ${LONGEST_MOVE} characters, such as 8H WORD`;
      return jsonRefusal(c, { status: 400, problem });
    }
    return jsonAnswer(c, 200, puzzles.judge(day, move));
  });
  return service;
}
