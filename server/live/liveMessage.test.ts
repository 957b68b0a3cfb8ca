import { expect, test } from 'vitest';
import { frameText } from './liveMessage.ts';

/** Expected header sizes for the length encodings of RFC 6455, section 5.2. */
test.each([
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('a text of %i bytes is framed whole behind its length', (bytes, header) => {
  // Two bytes per character: the header has the length in bytes.
  const pieces = ['ё'.repeat(10), 'a'.repeat(bytes - 20)];
  const frame = frameText(pieces);
  expect([...frame.subarray(0, header.length)]).toEqual(header);
  expect(frame.subarray(header.length).toString('utf8')).toBe(pieces.join(''));
  expect(frame).toHaveLength(header.length + bytes);
});
