import {
  ChangeEmailBody,
  ChangePasswordBody,
  ConfirmEmailResponse,
  ConfirmEmailBody,
  RequestPasswordResetBody,
  RequestPasswordResetResponse,
  ResetPasswordBody,
  RevokeSessionBody,
  SecurityResponse,
  SessionsResponse,
} from '../../contract/schemas/users.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';
import { clientOf } from './users.ts';

/** Sessions, password and e-mail of a customer (D19, D20, D60). */
export const credentialRoutes =
  ({ authentication, security, passwordChanges, emailChanges }: Accounts): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(
      app,
      'users.security',
      { output: SecurityResponse },
      async (_input, request) => await security.describe(await authentication.require(request)),
    );

    serve(
      app,
      'users.sessions',
      { output: SessionsResponse },
      async (_input, request) => await security.sessions(await authentication.require(request)),
    );

    serve(app, 'users.revokeSession', { input: RevokeSessionBody }, async ({ sessionId }, request) => {
      await security.revoke(await authentication.require(request), sessionId);
    });

    serve(app, 'users.revokeOtherSessions', {}, async (_input, request) => {
      await security.revokeOthers(await authentication.require(request));
    });

    serve(
      app,
      'users.requestPasswordReset',
      { input: RequestPasswordResetBody, output: RequestPasswordResetResponse },
      async (input, request) => await passwordChanges.requestReset(input, clientOf(request)),
    );

    serve(app, 'users.resetPassword', { input: ResetPasswordBody }, async (input, request) => {
      await passwordChanges.reset(input, clientOf(request));
    });

    serve(app, 'users.changePassword', { input: ChangePasswordBody }, async (input, request) => {
      await passwordChanges.change(input, await authentication.requireProof(request, 'users.changePassword'), clientOf(request));
    });

    serve(app, 'users.changeEmail', { input: ChangeEmailBody }, async (input, request) => {
      await emailChanges.change(input, await authentication.requireProof(request, 'users.changeEmail'), clientOf(request));
    });

    serve(app, 'users.requestEmailConfirmation', {}, async (_input, request) => {
      await emailChanges.requestConfirmation(await authentication.require(request), clientOf(request));
    });

    serve(
      app,
      'users.confirmEmail',
      { input: ConfirmEmailBody, output: ConfirmEmailResponse },
      async (input, request) => await emailChanges.confirm(input, clientOf(request)),
    );
  };
