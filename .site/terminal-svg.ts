/** What a terminal shows, with its colors, as an SVG. */
interface Look {
  readonly color: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
}

const plain: Look = { color: undefined, bold: false, dim: false, inverse: false };
const colors = ['#777777', '#f4726c', '#7bc275', '#e0b85c', '#6ea8fe', '#d68be0', '#57c7d4', '#dddddd'];
const [background, foreground] = ['#1b1f27', '#d5d9e0'];
const [column, line, margin] = [8.4, 18, 16];

/** The look after an escape sequence that selects one (SGR). */
function lookAfter(look: Look, code: number): Look {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 7 || code === 27) return { ...look, inverse: code === 7 };
  if (code >= 30 && code <= 37) return { ...look, color: colors[code - 30] };
  if (code === 39) return { ...look, color: undefined };
  throw new Error(`no picture of the escape sequence ${code}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character of terminals
const SELECTS_LOOK = /\x1b\[([\d;]*)m/;

/** Viewers of SVG run spaces together. */
const escaped = (text: string) =>
  text.replaceAll(' ', '\u00a0').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A piece of a line: its text, and a box behind it where foreground and background are exchanged. */
function piece(text: string, look: Look, x: number, y: number): string {
  const color = look.color ?? foreground;
  const box = `<rect x="${x}" y="${y - line + 5}" width="${(text.length * column).toFixed(1)}" height="${line}" fill="${color}"/>`;
  const style = `${look.bold ? ' font-weight="bold"' : ''}${look.dim ? ' opacity="0.6"' : ''}`;
  const fill = look.inverse ? background : color;
  return `${look.inverse ? box : ''}<text x="${x}" y="${y}" fill="${fill}"${style}>${escaped(text)}</text>`;
}

export function terminalSvg(screen: string): string {
  const lines = screen.replaceAll('\r', '').trimEnd().split('\n');
  let look = plain;
  let columns = 0;
  const drawn = lines.map((text, row) => {
    let place = 0;
    // Parts at odd places are the codes between the texts.
    return text.split(SELECTS_LOOK).map((part, index) => {
      const codes = index % 2 === 1 ? part : undefined;
      if (codes !== undefined) look = codes.split(';').map(Number).reduce(lookAfter, look);
      if (codes !== undefined || part === '') return '';
      const x = Number((margin + place * column).toFixed(1));
      place += part.length;
      columns = Math.max(columns, place);
      return part.trim() === '' ? '' : piece(part, look, x, margin + 14 + row * line);
    });
  });
  const width = Math.ceil(2 * margin + columns * column);
  const height = 2 * margin + lines.length * line;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
<rect width="100%" height="100%" rx="8" fill="${background}"/>
${drawn.map((pieces) => pieces.join('')).join('\n')}
</svg>
`;
}
