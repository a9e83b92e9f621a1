/**
 * Stands in for `node:http2` in the bundle. The library that answers requests asks which of them came by HTTP/2; ours never
 * do, and the real module takes longer to load than all else that a server needs.
 */
export class Http2ServerRequest {}

export const constants = { NGHTTP2_NO_ERROR: 0 } as const;
