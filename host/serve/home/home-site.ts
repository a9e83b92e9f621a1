import { Hono } from 'hono';
import { pageFile, pageStyle } from '../../views/parts/files.ts';
import { htmlDocument, PageFile, type Service, textAnswer } from '../http/answers.ts';
import type { HomeGame, PuzzleSource } from './contract.ts';
import { botsPage, homePage, ownPage, puzzlePage, rootFrom, siteBody } from './pages.ts';
import { dayOf, puzzleService } from './puzzle-service.ts';

export interface HomeOptions {
  /** In the order of the page. */
  readonly games: readonly HomeGame[];
  readonly puzzles: PuzzleSource;
  /** The page to which old links `/#/game/KEY` lead. */
  readonly former: string;
  /** A command that starts this server with a bot. */
  readonly botCommand: string;
  readonly now: () => number;
}

/** Nothing comes from other servers. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** The first page, the pages of games, and the puzzle. */
export function homeSite({ games, puzzles, former, botCommand, now }: HomeOptions): Service {
  const service: Service = new Hono();
  const icon = new PageFile('icon.svg', ICON);
  const files = [
    new PageFile('home.css', pageStyle(['drawings', 'pages', 'site']) + pageFile('home.css')),
    new PageFile('home.js', pageFile('home.js')),
    icon,
  ] as const;
  const styleOfTables = ['play', puzzles.game, 'puzzle'].map((name) => pageFile(`${name}.css`)).join('');
  const filesOfPuzzle = [
    new PageFile('puzzle.css', pageStyle(['drawings', 'pages', 'site', 'games']) + styleOfTables),
    new PageFile('puzzle.js', pageFile('puzzle.js')),
    icon,
  ] as const;
  const page = (path: string, make: () => Parameters<typeof siteBody>[2], loaded: Files = files) =>
    service.get(path, (c) => {
      const made = make();
      const text = htmlDocument(
        `wordhost: ${made.title}`,
        headOf(rootFrom(path), loaded),
        siteBody(path, games, made).text,
      );
      return textAnswer(c, 'text/html', text, { policy: POLICY });
    });
  const today = () => puzzles.view(dayOf(now()));
  page('/', () => homePage(games, today(), former));
  page('/puzzle', () => puzzlePage(today()), filesOfPuzzle);
  page('/bots', () => botsPage(games, botCommand));
  for (const game of games.filter(({ hasPage }) => !hasPage)) {
    page(`/${game.name}/`, () => ownPage(game));
    service.get(`/${game.name}`, (c) => c.redirect(`${game.name}/`, 308));
  }
  for (const { name, answer } of new Set([...files, ...filesOfPuzzle])) service.get(`/page/${name}`, answer);
  service.route('/', puzzleService(puzzles, now));
  return service;
}

type Files = readonly [style: PageFile, script: PageFile, icon: PageFile];

function headOf(root: string, [style, script, icon]: Files): string {
  return `<meta name="referrer" content="same-origin">
<link rel="stylesheet" href="${root}page/${style.name}">
<link rel="icon" href="${root}page/${icon.name}" type="image/svg+xml">
<script type="module" src="${root}page/${script.name}"></script>`;
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#efd798"/><text x="8" y="12.5" font-family="sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="#2a2010">w</text></svg>`;
