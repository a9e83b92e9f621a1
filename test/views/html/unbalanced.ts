/** What of a page is not markup as it should be: an element that is not closed by its own end tag, or a sign that belongs to none; undefined: all is. */
export function unbalanced(page: string): string | undefined {
  const open: string[] = [];
  const text = page.replace(/<(style|script)>.*?<\/\1>/gs, '');
  for (const [, close, name, , empty] of text.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:[^<>"]|"[^"<>]*")*?)(\/?)>/g,
  )) {
    if (empty === '/' || name === 'meta') continue;
    if (close === '') open.push(name!);
    else if (open.pop() !== name) return `</${name}>`;
  }
  const left = text.replace(/<!doctype html>|<\/?[a-z][a-z0-9]*(?:[^<>"]|"[^"<>]*")*>/g, '');
  const sign = left.search(/[<>]/);
  return sign < 0 ? open.at(-1) : left.slice(Math.max(0, sign - 40), sign + 40);
}
