import { Hono } from 'hono';
import { pageFile, pageStyle } from '../../views/parts/files.ts';
import { file, htmlDocument, type Service, textAnswer } from '../http/answers.ts';
import type { HomeGame, PuzzleSource } from './contract.ts';
import { homePage, ownPage, puzzlePage, siteBody } from './pages.ts';
import { dayOf, puzzleService } from './puzzle-service.ts';

export interface HomeOptions {
  /** In the order of the page. */
  readonly games: readonly HomeGame[];
  readonly puzzles: PuzzleSource;
  /** The page to which old links `/#/game/KEY` lead. */
  readonly former: string;
  readonly now: () => number;
}

/** Nothing comes from other servers. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The first page, the pages of games, and the puzzle. */
export function homeSite({ games, puzzles, former, now }: HomeOptions): Service {
  const service: Service = new Hono();
  const page = (path: string, make: () => Parameters<typeof siteBody>[2]) =>
    service.get(path, (c) => {
      const made = make();
      const text = htmlDocument(`wordhost: ${made.title}`, HEAD, siteBody(path, games, made).text);
      return textAnswer(c, 'text/html', text, { policy: POLICY });
    });
  const today = () => puzzles.view(dayOf(now()));
  page('/', () => homePage(games, today(), former));
  page('/puzzle', () => puzzlePage(today()));
  for (const game of games.filter(({ bots }) => bots.length > 0)) page(`/${game.name}/`, () => ownPage(game));
  service.get('/page/home.css', file('text/css', pageStyle(['drawings', 'pages']) + pageFile('home.css')));
  service.get('/page/home.js', file('text/javascript', pageFile('home.js')));
  service.get('/page/icon.svg', file('image/svg+xml', ICON));
  service.route('/', puzzleService(puzzles, now));
  return service;
}

const HEAD = `<meta name="referrer" content="same-origin">
<link rel="stylesheet" href="/page/home.css">
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
<script type="module" src="/page/home.js"></script>`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#efd798"/><text x="8" y="12.5" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#2a2010">w</text></svg>`;
