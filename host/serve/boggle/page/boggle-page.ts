import { Hono } from 'hono';
import { draw } from '../../../views/html/markup.ts';
import { tilePaints } from '../../../views/parts/board.ts';
import { pageFile, pageStyle } from '../../../views/parts/files.ts';
import type { HomeGame } from '../../home/contract.ts';
import { aboutGame, siteLinks } from '../../home/pages.ts';
import { file, htmlDocument, PageFile, type Service } from '../../http/answers.ts';

/** The script fills this page. It contains no text of a user. */
const bodyOf = (game: HomeGame, games: readonly HomeGame[]) => `${tilePaints(draw).text}
<header class="top"><a class="home" href="../">wordhost</a> <a class="home" href="#/">Boggle</a><p id="playing"></p>${siteLinks('/boggle/', games).text}</header>
<main><div id="page">
<noscript><p class="notice">This page needs JavaScript. Enable it to play. Programs can play without it, through the API under /boggle.</p></noscript>
</div>
<div class="columns about">${aboutGame(game).text}</div>
</main>
<p id="waiting" role="status"></p>`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2a5bc7"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">B</text></svg>`;

/** Everything that a browser loads to play, at `/boggle/`. Nothing comes from other servers. */
export function bogglePage(games: readonly HomeGame[]): Service {
  const game = games.find(({ name }) => name === 'boggle')!;
  const styles = [
    pageStyle(['drawings', 'pages', 'site', 'games']),
    pageFile('play.css'),
    pageFile('boggle.css'),
  ];
  const style = new PageFile('boggle.css', styles.join(''));
  const image = new PageFile('boggle.svg', icon);
  const script = new PageFile('boggle-home.js', pageFile('boggle-home.js'));
  const head = `<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="../files/${style.name}">
<link rel="icon" href="../files/${image.name}" type="image/svg+xml">
<script type="module" src="../files/${script.name}"></script>`;
  const service: Service = new Hono();
  for (const { name, answer } of [style, image, script]) service.get(`/files/${name}`, answer);
  service.get('/boggle', (c) => c.redirect('boggle/', 308));
  service.get('/boggle/', file('text/html', htmlDocument('Boggle', head, bodyOf(game, games)), POLICY));
  return service;
}
