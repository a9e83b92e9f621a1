import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { packageRoot } from '../../../files/package-root.ts';
import { file } from '../../http/answers.ts';
import type { Service } from '../../http/site-env.ts';
import { pageBody } from './page-body.ts';
import { pageStyle } from './page-style.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Boggle</title>
<link rel="stylesheet" href="boggle/page/style.css">
<link rel="icon" href="boggle/page/icon.svg" type="image/svg+xml">
<script type="module" src="boggle/page/script.js"></script>
</head>
<body>
${pageBody.text}
</body>
</html>
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2257a8"/><text x="8" y="12" font-family="sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="#fff">B</text></svg>`;

/** All that a browser loads to play: nothing comes from elsewhere. */
export function bogglePage(): Service {
  const service: Service = new Hono();
  service.get('/', file('text/html', page, POLICY));
  service.get('/boggle/page/style.css', file('text/css', pageStyle));
  service.get('/boggle/page/script.js', file('text/javascript', scriptText()));
  service.get('/boggle/page/icon.svg', file('image/svg+xml', icon));
  return service;
}

/** It is made from `script/` when the package is built. */
function scriptText(): string {
  return readFileSync(join(packageRoot() ?? '.', 'dist', 'page', 'boggle.js'), 'utf8');
}
