import { Hono } from 'hono';
import { htmlPage, type PageRequest, policyOf } from '../../views/html/page.ts';
import { type Context, type Service, textAnswer } from '../http/answers.ts';
import type { LivePage } from './live-page.ts';

export function liveService(page: LivePage): Service {
  const service: Service = new Hono();
  const at = `/${page.path}`;
  service.get(at, (c) => pageAnswer(c, page.currentPage()));
  service.get(`${at}events`, (c) => page.events.answer(c));
  service.get(`${at}games/:number`, async (c) => {
    const game = await page.game(c.req.param('number'));
    return game ? pageAnswer(c, game) : textAnswer(c, 'text/plain', NO_GAME, { status: 404 });
  });
  service.get(`${at}report`, async (c) => {
    const report = await page.report();
    return report ? pageAnswer(c, report) : c.notFound();
  });
  return service;
}

const NO_GAME = 'unknown game: it is not over yet, or its record is no longer available\n';

export function pageAnswer(c: Context, page: PageRequest): Response {
  return textAnswer(c, 'text/html', htmlPage(page), { policy: policyOf(page) });
}
