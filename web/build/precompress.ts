import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Text formats. Fonts and images are already compressed. */
const TEXTS = new Set(['.js', '.css', '.svg', '.json', '.txt', '.html', '.xml', '.webmanifest', '.map']);
/** Below, the header that names the encoding costs what it saves. */
const WORTH_BYTES = 200;
/** Files compressed at once: the thread pool has four threads. */
const AT_ONCE = 4;

/**
 * Writes `file.br` and `file.gz` next to each text file of a folder, at the highest quality. Skips a copy that is not
 * smaller. Resolves to the number of compressed files.
 */
export async function precompress(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true });
  const files = names.filter((name) => TEXTS.has(extname(name))).map((name) => join(directory, name));
  let count = 0;
  const work = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) if (await compress(file)) count += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return count;
}

async function compress(file: string): Promise<boolean> {
  if ((await stat(file)).size < WORTH_BYTES) return false;
  const text = await readFile(file);
  const size = text.byteLength;
  const [br, gz] = await Promise.all([
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
        // With the largest blocks, files are smaller, and their sizes depend less on the hashes in the names of other files.
        [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
      },
    }),
    zip(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([br.byteLength < size && writeFile(`${file}.br`, br), gz.byteLength < size && writeFile(`${file}.gz`, gz)]);
  return br.byteLength < size;
}
