import { expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const sealing = createSealing(Buffer.alloc(32, 1));

it('opens a sealed text, which differs each time and does not contain it', () => {
  const first = sealing.seal('JBSWY3DPEHPK3PXP', 'totp:1');
  const second = sealing.seal('JBSWY3DPEHPK3PXP', 'totp:1');
  expect(first).not.toBe(second);
  expect(Buffer.from(first, 'base64url').toString('utf8')).not.toContain('JBSW');
  expect([first, second].map((sealed) => sealing.open(sealed, 'totp:1'))).toEqual(['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP']);
});

it('refuses a sealed text of another row, of another key, or changed', () => {
  const sealed = sealing.seal('secret', 'totp:1');
  const changed = Buffer.from(sealed, 'base64url');
  changed[14] = (changed[14] ?? 0) ^ 1;
  expect(() => sealing.open(sealed, 'totp:2')).toThrow();
  expect(() => createSealing(Buffer.alloc(32, 2)).open(sealed, 'totp:1')).toThrow();
  expect(() => sealing.open(changed.toString('base64url'), 'totp:1')).toThrow();
});

it('digests a code by its owner and the key', () => {
  const digests = [
    sealing.digest('CODE', 'user:1'),
    sealing.digest('CODE', 'user:2'),
    createSealing(Buffer.alloc(32, 2)).digest('CODE', 'user:1'),
  ];
  expect(new Set(digests).size).toBe(3);
  expect(sealing.digest('CODE', 'user:1')).toBe(digests[0]);
});
