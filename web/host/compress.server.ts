import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** Below this a compressed answer saves no packet. */
const WORTH_BYTES = 1_000;
/** Measured on pages of this site: level 5 costs a millisecond and is within a few per cent of level 11. */
const BROTLI_LEVEL = 5;

/** The best encoding that the client takes; null when it takes none of ours. */
export function acceptedEncoding(acceptEncoding: string | string[] | undefined): Encoding | null {
  const offered = String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  if (offered.includes('br')) return 'br';
  return offered.includes('gzip') ? 'gzip' : null;
}

/** Compresses an answer that is made on the spot. Files are compressed by the build, once and better. */
export async function compressText(
  text: string,
  encoding: Encoding | null,
): Promise<{ body: Buffer | string; encoding: Encoding | null }> {
  if (encoding === null || text.length < WORTH_BYTES) return { body: text, encoding: null };
  const size = Buffer.byteLength(text);
  const body =
    encoding === 'br'
      ? await brotli(text, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: size },
        })
      : await gzipped(text);
  return { body, encoding };
}
