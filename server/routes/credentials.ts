import { userRoutes as calls } from '../../contract/api/users.ts';
import { Empty } from '../../contract/schemas/common.ts';
import {
  ChangeEmailBody,
  ChangePasswordBody,
  ConfirmEmailResponse,
  ConfirmEmailBody,
  RequestPasswordResetBody,
  ResetPasswordBody,
  RevokeSessionBody,
  SecurityResponse,
  SessionsResponse,
} from '../../contract/schemas/users.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';
import { clientOf } from './users.ts';

const tags = ['users'];

/** Sessions, password and e-mail of a customer (D19, D20, D60). */
export const credentialRoutes =
  (
    { authentication, security, passwordChanges, emailChanges }: Omit<Accounts, 'service'>,
    publicOrigin: string | null,
  ): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(
      calls['users.security'].path,
      { schema: { tags, response: answers(SecurityResponse) } },
      async (request) => await security.describe(await authentication.require(request)),
    );

    app.get(
      calls['users.sessions'].path,
      { schema: { tags, response: answers(SessionsResponse) } },
      async (request) => await security.sessions(await authentication.require(request)),
    );

    app.post(
      calls['users.revokeSession'].path,
      { schema: { tags, body: RevokeSessionBody, response: answers(Empty) } },
      async (request) => {
        await security.revoke(await authentication.require(request), request.body.sessionId);
        return {};
      },
    );

    app.post(
      calls['users.revokeOtherSessions'].path,
      { schema: { tags, body: Empty, response: answers(Empty) } },
      async (request) => {
        await security.revokeOthers(await authentication.require(request));
        return {};
      },
    );

    app.post(
      calls['users.requestPasswordReset'].path,
      { schema: { tags, body: RequestPasswordResetBody, response: answers(Empty) } },
      async (request) => {
        await passwordChanges.requestReset(request.body, clientOf(request, publicOrigin));
        return {};
      },
    );

    app.post(
      calls['users.resetPassword'].path,
      { schema: { tags, body: ResetPasswordBody, response: answers(Empty) } },
      async (request) => {
        await passwordChanges.reset(request.body, clientOf(request, publicOrigin));
        return {};
      },
    );

    app.post(
      calls['users.changePassword'].path,
      { schema: { tags, body: ChangePasswordBody, response: answers(Empty) } },
      async (request) => {
        const customer = await authentication.requireFreshFactor(request);
        await passwordChanges.change(request.body, customer, clientOf(request, publicOrigin));
        return {};
      },
    );

    app.post(
      calls['users.changeEmail'].path,
      { schema: { tags, body: ChangeEmailBody, response: answers(Empty) } },
      async (request) => {
        const customer = await authentication.requireFreshFactor(request);
        await emailChanges.change(request.body, customer, clientOf(request, publicOrigin));
        return {};
      },
    );

    app.post(
      calls['users.requestEmailConfirmation'].path,
      { schema: { tags, body: Empty, response: answers(Empty) } },
      async (request) => {
        await emailChanges.requestConfirmation(await authentication.require(request), clientOf(request, publicOrigin));
        return {};
      },
    );

    app.post(
      calls['users.confirmEmail'].path,
      { schema: { tags, body: ConfirmEmailBody, response: answers(ConfirmEmailResponse) } },
      async (request) => await emailChanges.confirm(request.body, clientOf(request, publicOrigin)),
    );
  };
