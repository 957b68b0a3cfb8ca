import { SigningKeysResponse, type SigningKeys } from '../../contract/schemas/guarantee.ts';
import { serveHot, type RoutePlugin } from './route.ts';

/** The public keys of guarantees and receipts (D42), so that clients can pin them. */
export const keyRoutes =
  (keys: SigningKeys): RoutePlugin =>
  async (app) => {
    serveHot(app, 'service.keys', { output: SigningKeysResponse, cacheControl: 'public, max-age=300' }, () => keys);
  };
