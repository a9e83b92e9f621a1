import { gzipSync } from 'node:zlib';

export interface HashedFile {
  readonly type: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly sha1: string;
}

/** An HTTP answer with a file that never changes at its address. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 405 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Caches compressed files by their SHA-1: every bot fetches the dictionary, and compression takes some tenths of a second. */
const zipped = new WeakMap<HashedFile, Buffer<ArrayBuffer>>();

/** `header` returns a header by its name in lower case. */
export function fileAnswer(
  method: string | undefined,
  header: (name: string) => string | undefined,
  file: HashedFile,
): FileAnswer {
  if (method !== 'GET' && method !== 'HEAD') return sentence(405, 'use GET or HEAD', { allow: 'GET, HEAD' });
  const { sha1, type, bytes } = file;
  const etag = `"${sha1}"`;
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
  };
  if (isKnown(header('if-none-match'), etag)) return { status: 304, headers, body: new Uint8Array() };
  const ifRange = header('if-range');
  const range = ifRange === undefined || ifRange === etag ? header('range') : undefined;
  const part = range === undefined ? undefined : partOf(range, bytes.length);
  if (part === 'outside')
    return sentence(416, `expected a range within ${bytes.length} bytes`, {
      'content-range': `bytes */${bytes.length}`,
    });
  if (part) {
    const { from, to } = part;
    const told = { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` };
    return answerWith(206, bytes.subarray(from, to + 1), told);
  }
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header('accept-encoding') ?? ''))
    return answerWith(200, bytes, headers);
  const zip = zipped.get(file) ?? gzipSync(bytes);
  zipped.set(file, zip);
  return answerWith(200, zip, { ...headers, 'content-encoding': 'gzip' });
}

function answerWith(
  status: 200 | 206,
  body: Buffer<ArrayBuffer>,
  headers: FileAnswer['headers'],
): FileAnswer {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body };
}

function sentence(status: 405 | 416, text: string, headers: FileAnswer['headers']): FileAnswer {
  const body = Buffer.from(`${text}\n`);
  const told = {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(body.length),
  };
  return { status, headers: told, body };
}

function isKnown(known: string | undefined, etag: string): boolean {
  return (known ?? '').split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim()));
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Undefined sends everything, which is allowed for several parts and unknown forms. */
function partOf(range: string, length: number): Part | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return from >= length || (first === '' && Number(last) === 0) ? 'outside' : { from, to };
}
