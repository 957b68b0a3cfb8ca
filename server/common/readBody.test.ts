import { expect, test } from 'vitest';
import { readBody } from './readBody.ts';

test('reads an answer, and no more than the most bytes of an endless one', async () => {
  expect(await readBody(new Response('{"a":"é"}'), 10)).toBe('{"a":"é"}');
  expect(await readBody(new Response(null), 10)).toBe('');
  let pulled = 0;
  const endless = new ReadableStream({ pull: (stream) => (pulled++, stream.enqueue(new Uint8Array(1_000))) });
  await expect(readBody(new Response(endless), 5_000)).rejects.toThrow('more than 5000 bytes');
  expect(pulled).toBeLessThan(10);
});
