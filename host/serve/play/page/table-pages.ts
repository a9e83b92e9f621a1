import { Hono } from 'hono';
import { isPageFile, pageFile, pageStyle } from '../../../views/parts/files.ts';
import { file, htmlDocument, PageFile, type Service } from '../../http/answers.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * The pages of tables, at `/NAME/games/KEY`, with the files that they load. The script of a game is bundled from
 * `host/serve/NAME/page/script`. A page contains no text of a user: the script asks the API for the game.
 * Without a script of its own a game can be watched.
 */
export function tablePages(games: readonly string[]): Service {
  const service: Service = new Hono();
  for (const name of games) {
    const title = `${name[0]!.toUpperCase()}${name.slice(1)}`;
    const isOwn = isPageFile(`${name}.js`);
    const css = ['play', ...(isOwn ? [name] : [])].map((each) => pageFile(`${each}.css`)).join('');
    const style = new PageFile('table.css', pageStyle(['drawings', 'pages', 'site', 'games']) + css);
    const script = new PageFile('table.js', pageFile(`${isOwn ? name : 'play'}.js`));
    for (const each of [style, script]) service.get(`/files/${each.name}`, each.answer);
    // A proxy may have the server below another path.
    const head = `<meta name="referrer" content="same-origin">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../../files/${style.name}">
<script type="module" src="../../files/${script.name}"></script>`;
    service.get(
      `/${name}/games/:key{[\\w-]{21}}`,
      file('text/html', htmlDocument(title, head, bodyOf(title)), POLICY),
    );
  }
  return service;
}

function bodyOf(title: string): string {
  return `<header class="top"><a class="home" href="../../">wordhost</a><h1>${title}</h1><span id="connection" role="status"></span></header>
<main><noscript><p class="notice">This page needs JavaScript. Programs can play through the API under /api/v1.</p></noscript>
<word-table></word-table></main>
<p id="spoken" class="unseen" aria-live="polite"></p>`;
}
