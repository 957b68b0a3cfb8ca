import { expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const UPDATES = { url: 'https://downloads.example.org/desktop/', channel: 'latest', publicKeys: ['ab'] };

it('reads the host and the update feed of a package; a variable names another host only', () => {
  const description = { name: 'causeway', desktop: { apiUrl: 'https://exchange.example.org/', updates: UPDATES } };
  expect(readConfiguration({}, description)).toEqual({
    apiUrl: 'https://exchange.example.org',
    liveUrl: 'wss://exchange.example.org/api/v2/ws',
    updates: UPDATES,
  });
  const variables = { API_URL: 'http://localhost:3100', UPDATE_URL: 'https://other.example', UPDATE_KEYS: 'cd' };
  expect(readConfiguration(variables, description)).toMatchObject({ liveUrl: 'ws://localhost:3100/api/v2/ws', updates: UPDATES });
});

it.each([null, {}, { desktop: { updates: { url: 'https://downloads.example.org', channel: 'latest', publicKeys: [] } } }])(
  'has a host on this computer and no updates without a package, or without keys of the feed: %j',
  (description) => {
    expect(readConfiguration({}, description)).toMatchObject({ apiUrl: 'http://localhost:3000', updates: null });
  },
);

it.each(['', 'exchange.example.org', 'file:///etc', 'http://exchange.example.org'])('refuses the host %j', (url) => {
  expect(() => readConfiguration({ API_URL: url }, null)).toThrow('API_URL');
});
