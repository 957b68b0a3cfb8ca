import { SigningKeysResponse, type SigningKeys } from '../../contract/schemas/guarantee.ts';
import { serve, type RoutePlugin } from './route.ts';

/** The public keys of guarantees and receipts (D42), so that clients can pin them. */
export const keyRoutes =
  (keys: SigningKeys): RoutePlugin =>
  async (app) => {
    serve(app, 'service.keys', { output: SigningKeysResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return keys;
    });
  };
