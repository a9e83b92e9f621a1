import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../files/package-root.ts';
import { fileRoute, type Route } from '../../http/route.ts';
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
export function pageRoutes(): readonly Route[] {
  return [
    fileRoute('/', 'text/html', page, POLICY),
    fileRoute('/boggle/page/style.css', 'text/css', pageStyle),
    fileRoute('/boggle/page/script.js', 'text/javascript', scriptText()),
    fileRoute('/boggle/page/icon.svg', 'image/svg+xml', icon),
  ];
}

/** It is made from `script/` when the package is built. */
function scriptText(): string {
  return readFileSync(join(packageRoot() ?? '.', 'dist', 'page', 'boggle.js'), 'utf8');
}
