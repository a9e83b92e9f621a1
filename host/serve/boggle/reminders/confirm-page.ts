import { Hono } from 'hono';
import { type Context, htmlDocument, type Service, textAnswer } from '../../http/answers.ts';
import { sameOriginOnly } from '../../http/clients.ts';
import { requestParameters } from '../../http/parameters.ts';
import type { BoggleService } from '../boggle-service.ts';

/** The path is below that of the API, beside the files of the page. */
const PATH = '/confirm';
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'";
const TOKEN = /^[\w-]{1,100}$/;

/** Opening the link changes nothing, because virus scanners open links, too. A button confirms. */
export function confirmPage(games: Pick<BoggleService, 'confirmAddress'>): Service {
  const service: Service = new Hono();
  service.get(PATH, async (c) => {
    const { token } = await requestParameters(c);
    if (!isToken(token)) return unknownLink(c);
    const form = `<form method="post" action="confirm"><input type="hidden" name="token" value="${token}"><button>Confirm</button></form>`;
    return page(c, 200, 'Confirm your address', `<p>You will get an email when it is your turn.</p>${form}`);
  });
  service.post(PATH, sameOriginOnly, async (c) => {
    const { token } = await requestParameters(c);
    if (!isToken(token) || !(await games.confirmAddress(token))) return unknownLink(c);
    return page(
      c,
      200,
      'Your address is confirmed',
      '<p>You will get an email when it is your turn and you have not played for a while.</p>',
    );
  });
  return service;
}

const isToken = (text: unknown): text is string => typeof text === 'string' && TOKEN.test(text);

function unknownLink(c: Context): Response {
  const help =
    '<p>Use the complete link from the email, within a week. Without it, you will not get reminders.</p>';
  return page(c, 404, 'This link is invalid or has expired', help);
}

function page(c: Context, status: number, title: string, content: string): Response {
  const style = '<link rel="stylesheet" href="page/style.css">';
  const text = htmlDocument(title, style, `<main><h1>${title}</h1>${content}</main>`);
  // Without a referrer, browsers would not say that the form is from this site.
  const headers = { 'referrer-policy': 'same-origin' };
  return textAnswer(c, 'text/html', text, { status, policy: POLICY, headers });
}
