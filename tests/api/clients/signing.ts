import { createHash, createHmac, randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../dist/openapiTypescript.ts';
import type { ApiKey } from './exchange.ts';

/** Returns a client whose every call is signed with an API key. */
export function createSigningClient(baseUrl: string, { apiId, secret }: ApiKey): Client<paths> {
  const client = createClient<paths>({ baseUrl });
  client.use({
    onRequest: async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const query = search.slice(1).split('&').toSorted().join('&');
      const bodyHash = createHash('sha256')
        .update(await request.clone().text())
        .digest('hex');
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const nonce = randomUUID();
      const text = [request.method, pathname, query, bodyHash, timestamp, nonce].join('\n');
      request.headers.set('X-Api-Key', apiId);
      request.headers.set('X-Api-Timestamp', timestamp);
      request.headers.set('X-Api-Nonce', nonce);
      request.headers.set('X-Api-Signature', createHmac('sha256', secret).update(text).digest('hex'));
      return request;
    },
  });
  return client;
}
