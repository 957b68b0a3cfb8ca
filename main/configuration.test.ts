import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packagedVariables, readConfiguration } from './configuration.ts';

it('reads the host that the package was made for, which a variable overrides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-app-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ variables: { API_URL: 'https://exchange.example.org/' } }));
  const packaged = packagedVariables(folder);
  expect(readConfiguration(packaged)).toEqual({
    apiUrl: 'https://exchange.example.org',
    liveUrl: 'wss://exchange.example.org/api/v2/ws',
  });
  expect(readConfiguration({ ...packaged, API_URL: 'http://localhost:3100' }).liveUrl).toBe('ws://localhost:3100/api/v2/ws');
});

it('uses a host on this computer in a checkout', () => {
  expect(readConfiguration(packagedVariables('.')).apiUrl).toBe('http://localhost:3000');
});

it.each(['', 'exchange.example.org', 'file:///etc'])('refuses the host %j', (url) => {
  expect(() => readConfiguration({ API_URL: url })).toThrow('API_URL');
});
