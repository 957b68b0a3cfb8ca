import { accountEndRoutes as calls } from '../../contract/api/accountEnd.ts';
import { CloseAccountBody, ClosingResponse, ExportResponse } from '../../contract/schemas/accountEnd.ts';
import { Empty } from '../../contract/schemas/common.ts';
import type { AccountEnd } from '../accounts/end/accountEnd.ts';
import type { Authentication } from '../accounts/authentication.ts';
import { clearSessionCookies } from '../accounts/sessionCookies.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';
import { clientOf } from './users.ts';

const tags = ['users'];

/** The export of a customer's data and the end of an account (D60). Both need a fresh second factor. */
export const accountEndRoutes =
  (end: AccountEnd, authentication: Authentication, publicOrigin: string | null): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(calls['accountEnd.export'].path, { schema: { tags, response: answers(ExportResponse) } }, async (request) => {
      const { userId } = await authentication.requireFreshFactor(request);
      return await end.exportData(userId);
    });

    app.get(calls['accountEnd.closing'].path, { schema: { tags, response: answers(ClosingResponse) } }, async (request) => {
      const { userId } = await authentication.require(request);
      return await end.closing(userId);
    });

    app.post(
      calls['accountEnd.close'].path,
      { schema: { tags, body: CloseAccountBody, response: answers(Empty) } },
      async (request, reply) => {
        const { userId } = await authentication.requireFreshFactor(request);
        await end.close({ userId, client: clientOf(request, publicOrigin) }, request.body);
        clearSessionCookies(request, reply, publicOrigin);
        return {};
      },
    );
  };
