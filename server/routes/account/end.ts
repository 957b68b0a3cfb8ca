import { CloseAccountBody, ClosingResponse, ExportResponse } from '../../../contract/schemas/accountEnd.ts';
import type { AccountEnd } from '../../accounts/end/accountEnd.ts';
import type { Authentication } from '../../accounts/authentication.ts';
import { clearSessionCookies } from '../../accounts/sessionCookies.ts';
import { keepPrivate, serve, type RoutePlugin } from '../route.ts';
import { clientOf } from '../users.ts';

/** The export of a customer's data and the end of an account (D60). Both need a fresh proof. */
export const accountEndRoutes =
  (end: AccountEnd, authentication: Authentication): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(app, 'accountEnd.export', { output: ExportResponse }, async (_input, request) => {
      const { userId } = await authentication.requireProof(request, 'accountEnd.export');
      return await end.exportData({ userId, client: clientOf(request) });
    });

    serve(app, 'accountEnd.closing', { output: ClosingResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return await end.closing(userId);
    });

    serve(app, 'accountEnd.close', { input: CloseAccountBody }, async (input, request, reply) => {
      const { userId } = await authentication.requireProof(request, 'accountEnd.close');
      await end.close({ userId, client: clientOf(request) }, input);
      clearSessionCookies(reply);
    });
  };
