import { expect, test } from 'vitest';
import { createHttpTransport } from './httpTransport.ts';

const call = async (status: number, text: string) =>
  await createHttpTransport(() => Promise.resolve({ status, text })).call('service.health', {});

test.each([
  [413, '<h1>Request Entity Too Large</h1>', 'ERR_PAYLOAD_TOO_LARGE'],
  [429, '', 'ERR_TOO_MANY_REQUESTS'],
  [429, '{"code":"ERR_VALIDATION","message":"m"}', 'ERR_VALIDATION'],
  [401, '<h1>Unauthorized</h1>', 'ERR_SERVICE_UNAVAILABLE'],
  [404, '<h1>Not Found</h1>', 'ERR_SERVICE_UNAVAILABLE'],
  [502, '<h1>Bad Gateway</h1>', 'ERR_SERVICE_UNAVAILABLE'],
  [200, '<h1>Hello</h1>', 'ERR_SERVICE_UNAVAILABLE'],
])('reads a %i with %j as %s', async (status, text, code) => {
  await expect(call(status, text)).rejects.toMatchObject({ code });
});
