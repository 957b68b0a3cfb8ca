import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'precompress-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('precompress', () => {
  it('writes smaller copies with the same contents next to text files at any depth', async () => {
    const text = 'const answer = 42;\n'.repeat(200);
    await mkdir(join(directory, 'deep/er'), { recursive: true });
    await writeFile(join(directory, 'deep/er/a.js'), text);
    expect(await precompress(directory)).toBe(1);
    const br = await readFile(join(directory, 'deep/er/a.js.br'));
    const gz = await readFile(join(directory, 'deep/er/a.js.gz'));
    expect(brotliDecompressSync(br).toString()).toBe(text);
    expect(gunzipSync(gz).toString()).toBe(text);
    expect(br.byteLength).toBeLessThan(text.length / 10);
  });

  it('skips small files and compressed formats', async () => {
    await writeFile(join(directory, 'small.js'), 'let a;');
    await writeFile(join(directory, 'font.woff2'), 'x'.repeat(5_000));
    expect(await precompress(directory)).toBe(0);
    expect(await readdir(directory)).toHaveLength(2);
  });
});
