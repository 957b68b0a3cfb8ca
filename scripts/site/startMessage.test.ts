import { expect, test } from 'vitest';
import { startMessage } from './startMessage.ts';

const address = 'http://localhost:3000';

test('names the sandbox only on a host that has one', () => {
  const own = { address, apiUrl: null, isEmbedded: true, settings: [] };
  expect(startMessage({ ...own, isSandbox: true }).join('\n')).toContain(`${address}/sandbox`);
  const without = startMessage({ ...own, isSandbox: false }).join('\n');
  expect(without).toContain('nothing here is real money');
  expect(without).not.toContain('sandbox');
});

test('names a remote API host', () => {
  const lines = startMessage({ address, apiUrl: 'https://api.example.org', isEmbedded: false, isSandbox: false, settings: [] });
  expect(lines).toEqual([`Causeway is at ${address}`, 'It uses the API host https://api.example.org.', 'Ctrl-C stops it.']);
});

test('names the settings that operators have changed', () => {
  const settings = [{ name: 'PLATFORM_FEE_PERCENT', value: '0.4', otherwise: '0.5' }] as const;
  const lines = startMessage({ address, apiUrl: null, isEmbedded: false, isSandbox: false, settings });
  expect(lines).toContain('Operators have set PLATFORM_FEE_PERCENT to 0.4; without them it is 0.5.');
});
