import { ApiError } from '../../contract/errors.ts';
import {
  ActionBody,
  ActionResponse,
  AuthorizeDesktopResponse,
  AuthorizeDesktopBody,
  ConfirmByCodeBody,
  ExchangeCodeBody,
} from '../../contract/schemas/desktopSignIn.ts';
import { SignInResponse } from '../../contract/schemas/users.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import { presentedTokens } from '../accounts/sessionCookies.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';
import { clientOf, presentTokens } from './users.ts';

/** The desktop app signs in and confirms through the browser. The health call reports the feature as `desktop-sign-in`. */
export const desktopSignInRoutes =
  ({ desktopSignIn, authentication }: Pick<Accounts, 'desktopSignIn' | 'authentication'>): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(
      app,
      'desktopSignIn.authorize',
      { input: AuthorizeDesktopBody, output: AuthorizeDesktopResponse },
      async (input, request) => {
        const customer = await authentication.require(request);
        // Cookies prove that our own page asks (D19). A token in a header could be in any program.
        if (presentedTokens(request)?.kind !== 'COOKIE') {
          throw new ApiError('ERR_FORBIDDEN', 'Only the website can sign the desktop app in.');
        }
        return await desktopSignIn.authorize(customer, input, clientOf(request));
      },
    );

    serve(
      app,
      'desktopSignIn.action',
      { input: ActionBody, output: ActionResponse },
      async (input, request) => await desktopSignIn.action(await authentication.require(request), input, request.site.origin),
    );

    serve(app, 'desktopSignIn.exchange', { input: ExchangeCodeBody, output: SignInResponse }, async (input, request, reply) =>
      presentTokens(reply, await desktopSignIn.exchange(input, clientOf(request))),
    );

    serve(app, 'desktopSignIn.confirm', { input: ConfirmByCodeBody }, async (input, request) => {
      await desktopSignIn.confirm(await authentication.require(request), input);
    });
  };
