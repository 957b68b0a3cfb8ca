import { desktopSignInRoutes as calls } from '../../contract/api/desktopSignIn.ts';
import { ApiError } from '../../contract/errors.ts';
import { Empty } from '../../contract/schemas/common.ts';
import {
  AuthorizeDesktopResponse,
  AuthorizeDesktopBody,
  ConfirmByCodeBody,
  ExchangeCodeBody,
} from '../../contract/schemas/desktopSignIn.ts';
import { SignInResponse } from '../../contract/schemas/users.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import { presentedTokens } from '../accounts/sessionCookies.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';
import { clientOf, presentSignIn } from './users.ts';

const tags = ['users'];

/** The desktop app signs in and confirms through the browser. The health call reports the feature as `desktop-sign-in`. */
export const desktopSignInRoutes =
  (
    { desktopSignIn, authentication }: Pick<Accounts, 'desktopSignIn' | 'authentication'>,
    publicOrigin: string | null,
  ): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.post(
      calls['desktopSignIn.authorize'].path,
      { schema: { tags, body: AuthorizeDesktopBody, response: answers(AuthorizeDesktopResponse) } },
      async (request) => {
        const customer = await authentication.require(request);
        // Cookies prove that our own page asks (D19). A token in a header could be in any program.
        if (presentedTokens(request)?.kind !== 'COOKIE') {
          throw new ApiError('ERR_FORBIDDEN', 'Only the website can sign the desktop app in.');
        }
        return await desktopSignIn.authorize(customer, request.body);
      },
    );

    app.post(
      calls['desktopSignIn.exchange'].path,
      { schema: { tags, body: ExchangeCodeBody, response: answers(SignInResponse) } },
      async (request, reply) => {
        const tokens = await desktopSignIn.exchange(request.body, clientOf(request, publicOrigin));
        return presentSignIn(request, reply, publicOrigin, { tokens });
      },
    );

    app.post(
      calls['desktopSignIn.confirm'].path,
      { schema: { tags, body: ConfirmByCodeBody, response: answers(Empty) } },
      async (request) => {
        await desktopSignIn.confirm(await authentication.require(request), request.body);
        return {};
      },
    );
  };
