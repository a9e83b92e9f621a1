// Writes a file as the comment of a pull request (GitHub) or the note of a merge request (GitLab). A comment that begins
// with the same line is replaced, so that each push does not add one. For Node 20 or later:
//   node comment.mjs reports/comment.md
import { readFileSync } from 'node:fs';

const [file = 'reports/comment.md'] = process.argv.slice(2);
const { GITHUB_API_URL, GITHUB_REPOSITORY, PULL_REQUEST, GITHUB_TOKEN } = process.env;
const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, NOTES_TOKEN } = process.env;

const LONGEST = 60_000;
const PAGES = 10;

const onGitHub = GITHUB_API_URL !== undefined;
const comments = onGitHub
  ? `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${PULL_REQUEST}/comments`
  : `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/merge_requests/${CI_MERGE_REQUEST_IID}/notes`;
const one = (id) =>
  onGitHub ? `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/comments/${id}` : `${comments}/${id}`;
const replacing = onGitHub ? 'PATCH' : 'PUT';
const headers = {
  'content-type': 'application/json',
  ...(onGitHub ? { authorization: `Bearer ${GITHUB_TOKEN}` } : { 'private-token': NOTES_TOKEN }),
};

async function ask(method, url, content) {
  const response = await fetch(url, { method, headers, body: content && JSON.stringify(content) });
  if (!response.ok)
    throw new Error(`${method} ${url}: ${response.status} ${(await response.text()).slice(0, 200)}`);
  return await response.json();
}

async function earlier(head) {
  for (let page = 1; page <= PAGES; page++) {
    const found = await ask('GET', `${comments}?per_page=100&page=${page}`);
    const same = found.find(({ body }) => body.split('\n', 1)[0].trim() === head);
    if (same || found.length < 100) return same;
  }
}

const text = readFileSync(file, 'utf8');
const body =
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}\n\nThe reports of the job have the rest.\n`;
const same = await earlier(body.split('\n', 1)[0]);
if (same) await ask(replacing, one(same.id), { body });
else await ask('POST', comments, { body });
