import { Hono } from 'hono';
import { markup } from '../../views/html/markup.ts';
import { htmlPage, type PageRequest, policyOf } from '../../views/html/page.ts';
import { type Context, type Refuse, type Service, textAnswer } from '../http/answers.ts';
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

const NO_GAME =
  'unknown game: it or another game of its seed is not over yet, or its record is no longer available\n';

export function pageAnswer(
  c: Context,
  page: PageRequest,
  besides: Parameters<typeof textAnswer>[3] = {},
): Response {
  return textAnswer(c, 'text/html', htmlPage(page), { ...besides, policy: policyOf(page) });
}

/** A refusal in words, with a link to the first page, which may be below a path of a proxy. */
export const pageRefusal: Refuse = (c, { problem, ...besides }) => {
  const title = titles[besides.status] ?? 'That did not work';
  const home = '../'.repeat(c.req.path.split('/').length - 2) || './';
  const body = markup`<h1>${title}</h1>
<p>${problem}</p>
<p><a href="${home}">To the first page</a></p>`;
  return pageAnswer(c, { kind: 'wordhost', title, body, styles: ['drawings', 'pages'] }, besides);
};

const titles: Readonly<Record<number, string>> = {
  404: 'There is nothing at this address',
  429: 'Too many requests',
};
