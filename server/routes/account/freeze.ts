import { FreezeBody, FreezeResponse, RestoreBody, RestoreResponse } from '../../../contract/schemas/accountFreeze.ts';
import type { AccountFreeze } from '../../accounts/freeze/accountFreeze.ts';
import { keepPrivate, serve, type RoutePlugin } from '../route.ts';
import { clientOf } from '../users.ts';

/** The link in the mail about a change (D70). It needs no session: its owner may have lost every one. */
export const accountFreezeRoutes =
  (freeze: AccountFreeze): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(
      app,
      'accountFreeze.freeze',
      { input: FreezeBody, output: FreezeResponse },
      async ({ token }, request) => await freeze.freeze(token, clientOf(request)),
    );

    serve(
      app,
      'accountFreeze.restore',
      { input: RestoreBody, output: RestoreResponse },
      async (input, request) => await freeze.restore(input, clientOf(request)),
    );
  };
