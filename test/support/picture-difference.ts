import type { Page } from './chromium.ts';

interface Screenshot {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

const urlOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

const drawing = `
  const imageOf = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  };
  const paperOf = (width, height) => {
    const paper = new OffscreenCanvas(width, height).getContext('2d');
    paper.imageSmoothingQuality = 'high';
    return paper;
  };`;

/** The share of the pixels that differ clearly; 1 if the sizes differ. */
export async function pictureDifference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const share = await page.evaluate(`(async () => {${drawing}
  const [one, other] = await Promise.all(${JSON.stringify([one, other].map(urlOf))}.map(async (url) => {
    const image = await imageOf(url);
    const paper = paperOf(image.width, image.height);
    paper.drawImage(image, 0, 0);
    return paper.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return 1;
  const differs = (at) => [0, 1, 2].some((color) => Math.abs(one.data[at + color] - other.data[at + color]) > 64);
  let different = 0;
  for (let at = 0; at < one.data.length; at += 4) different += Number(differs(at));
  return (4 * different) / one.data.length;
})()`);
  return Number(share);
}

/** Screenshots side by side, so many times smaller: a text becomes a gray line, whatever its font. */
export async function sheetOf(page: Page, shots: readonly Screenshot[], times: number): Promise<Buffer> {
  const urls = shots.map(({ png, width, height }) => ({ url: urlOf(png), width, height }));
  const base64 = await page.evaluate(`(async () => {${drawing}
  const shots = ${JSON.stringify(urls)}.map((shot) => ({ ...shot, width: Math.ceil(shot.width / ${times}), height: Math.ceil(shot.height / ${times}) }));
  const sheet = paperOf(shots.reduce((sum, { width }) => sum + width, 0), Math.max(...shots.map(({ height }) => height)));
  let x = 0;
  for (const { url, width, height } of shots) {
    sheet.drawImage(await imageOf(url), x, 0, width, height);
    x += width;
  }
  const bytes = new Uint8Array(await (await sheet.canvas.convertToBlob()).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
})()`);
  return Buffer.from(String(base64), 'base64');
}
