import type { FastifyInstance } from 'fastify';
import { refusesTracking } from '../contract/limits.ts';

/** What a body may say about the visitor that no call needs: the visit record (§3) and the fingerprint (D19) */
const TRACKING_FIELDS = ['utmData', 'browserFingerprint'];

/** Removes {@link TRACKING_FIELDS} from the body of each request that asks not to be tracked. */
export function dropTracking(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preHandler', ({ headers, body }, _reply, done) => {
    if (refusesTracking(headers) && typeof body === 'object' && body !== null) {
      for (const field of TRACKING_FIELDS) Reflect.deleteProperty(body, field);
    }
    done();
  });
}
