import { serviceRoutes as calls } from '../../contract/api/service.ts';
import { SigningKeysResponse, type SigningKeys } from '../../contract/schemas/guarantee.ts';
import { answers, type RoutePlugin } from './route.ts';

/** The public keys of guarantees and receipts (D42), so that clients can pin them. */
export const keyRoutes =
  (keys: SigningKeys): RoutePlugin =>
  async (app) => {
    app.get(
      calls['service.keys'].path,
      { schema: { tags: ['service'], response: answers(SigningKeysResponse) } },
      async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=300');
        return await Promise.resolve(keys);
      },
    );
  };
