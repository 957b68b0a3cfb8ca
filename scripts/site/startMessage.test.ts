import { expect, test } from 'vitest';
import { startMessage } from './startMessage.ts';

const address = 'http://localhost:3000';

test('names the sandbox only on a host that has one', () => {
  const own = { address, apiUrl: null, isEmbedded: true };
  expect(startMessage({ ...own, isSandbox: true }).join('\n')).toContain(`${address}/sandbox`);
  const without = startMessage({ ...own, isSandbox: false }).join('\n');
  expect(without).toContain('nothing here is real money');
  expect(without).not.toContain('sandbox');
});

test('names a remote API host', () => {
  const lines = startMessage({ address, apiUrl: 'https://api.example.org', isEmbedded: false, isSandbox: false });
  expect(lines).toEqual([`Causeway is at ${address}`, 'It uses the API host https://api.example.org.', 'Ctrl-C stops it.']);
});
