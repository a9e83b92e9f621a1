/** The words of a text in lower case, line by line: names in parts, `heldOptions` and `held-options` as `held options`. */
export function wordsOf(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<=\w)[-_](?=\w)/g, ' ')
    .toLowerCase();
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** The code of a TypeScript file without its comments and texts, with the same lines. */
export function namesOf(code: string): string {
  return code.replace(COMMENT_OR_TEXT, (match) => match.replace(/[^\n]/g, ' '));
}

/** The texts of a TypeScript file without its comments and code, with the same lines. */
export function textsOf(code: string): string {
  let end = 0;
  let texts = '';
  for (const { 0: match, index } of code.matchAll(COMMENT_OR_TEXT)) {
    texts += code.slice(end, index).replace(/[^\n]/g, ' ');
    texts += match.startsWith('/') ? match.replace(/[^\n]/g, ' ') : match;
    end = index + match.length;
  }
  return texts;
}
