import { Hono } from 'hono';
import { file } from '../../http/answers.ts';
import type { Service } from '../../http/site-env.ts';

/** A page to try the API: its forms are made from the OpenAPI document. */
export function tryPage(): Service {
  const service: Service = new Hono();
  service.get('/try', file('text/html', page, POLICY));
  service.get('/try.js', file('text/javascript', script));
  service.get('/try.css', file('text/css', style));
  return service;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of Boggle on the web</title>
<link rel="stylesheet" href="try.css">
<script type="module" src="try.js"></script>
</head>
<body>
<header><h1>The API of Boggle on the web</h1></header>
<main>
<p>Each form sends one request and shows its answer. All of it is described in <a href="openapi.json">openapi.json</a>.</p>
<p><label for="token">Token, where the server demands one</label> <input id="token" autocomplete="off"></p>
<div id="operations"></div>
</main>
</body>
</html>
`;

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
header, main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
form { border: 1px solid GrayText; border-radius: .4rem; padding: .5rem 1rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: .3rem 0; }
label { display: inline-block; min-width: 9rem; }
input { font: inherit; width: min(24rem, 100%); box-sizing: border-box; }
button { font: inherit; margin: .5rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
`;

/** Whatever comes is set as text, so that nothing in a name can become a part of the page. */
const script = `const element = (kind, text = '', more = {}) => Object.assign(document.createElement(kind), { textContent: text }, more);
const described = await (await fetch('openapi.json')).json();
for (const [path, methods] of Object.entries(described.paths))
  for (const [method, operation] of Object.entries(methods))
    // A stream of events has no end to show.
    if (operation.responses[200].content['application/json']) document.getElementById('operations').append(formOf(path, method, operation));

function formOf(path, method, operation) {
  const form = element('form');
  const content = operation.requestBody?.content['application/json'];
  const fields = [
    ...operation.parameters.filter((each) => !content || each.in === 'path').map(({ name, description, example = '' }) => ({ name, description, example })),
    ...Object.entries(content?.schema.properties ?? {}).map(([name, { description }]) => ({ name, description, example: content.example[name] })),
  ];
  form.append(element('h2', method.toUpperCase() + ' ' + path), element('p', operation.summary));
  for (const { name, description, example } of fields) {
    const id = operation.operationId + '-' + name;
    const line = element('p');
    line.append(element('label', name, { htmlFor: id }), element('input', '', { id, name, placeholder: example, title: description, autocomplete: 'off' }));
    form.append(line);
  }
  const output = element('pre', '', { tabIndex: 0 });
  output.setAttribute('role', 'status');
  output.setAttribute('aria-label', 'answer to ' + operation.operationId);
  form.append(element('button', 'Send'), output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
    const { key = '', ...rest } = given;
    const token = document.getElementById('token').value.trim();
    const headers = { ...(token && { authorization: 'Bearer ' + token }), ...(content && { 'content-type': 'application/json' }) };
    const query = content || Object.keys(rest).length === 0 ? '' : '?' + new URLSearchParams(rest);
    const address = described.servers[0].url.replace(/\\/$/, '') + path.replace('{key}', encodeURIComponent(key)) + query;
    try {
      const answer = await fetch(address, { method: method.toUpperCase(), headers, ...(content && { body: JSON.stringify(rest) }) });
      output.textContent = answer.status + '\\n' + JSON.stringify(await answer.json(), undefined, 2);
    } catch (error) {
      output.textContent = 'the server cannot be reached: ' + error.message;
    }
  });
  return form;
}
`;
