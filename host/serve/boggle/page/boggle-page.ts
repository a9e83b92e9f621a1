import { Hono } from 'hono';
import { draw } from '../../../views/html/markup.ts';
import { tilePaints } from '../../../views/parts/board.ts';
import { pageFile, pageStyle } from '../../../views/parts/files.ts';
import { file, htmlDocument, PageFile, type Service } from '../../http/answers.ts';

/** The script fills this page. It contains no text of a user. */
const pageBody = `${tilePaints(draw).text}
<header class="top"><a href="../">wordhost</a> <a href="#/">Boggle</a><p id="playing"></p></header>
<main id="page">
<noscript><p class="notice">This page needs JavaScript. Enable it to play. Programs can play without it, through the API under /boggle.</p></noscript>
</main>
<p id="waiting" role="status"></p>`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2a5bc7"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">B</text></svg>`;

/** Everything that a browser loads to play, at each of these paths. Nothing comes from other servers. */
export function bogglePage(paths: readonly string[]): Service {
  const style = [
    pageStyle(['drawings', 'pages', 'games']),
    pageFile('play.css'),
    pageFile('boggle.css'),
  ].join('');
  const files = {
    style: new PageFile('boggle.css', style),
    icon: new PageFile('boggle.svg', icon),
    script: new PageFile('boggle.js', pageFile('boggle.js')),
  };
  const service: Service = new Hono();
  for (const { name, answer } of Object.values(files)) service.get(`/files/${name}`, answer);
  for (const path of paths) {
    // A proxy may have the server below another path.
    const at = `${'../'.repeat(path.split('/').length - 2)}files`;
    const head = `<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="${at}/${files.style.name}">
<link rel="icon" href="${at}/${files.icon.name}" type="image/svg+xml">
<script type="module" src="${at}/${files.script.name}"></script>`;
    service.get(path, file('text/html', htmlDocument('Boggle', head, pageBody), POLICY));
    if (path !== '/') service.get(path.slice(0, -1), (c) => c.redirect(`${path.split('/').at(-2)}/`, 308));
  }
  return service;
}
