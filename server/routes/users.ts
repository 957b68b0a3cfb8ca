import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_KIND_HEADER, userRoutes as calls } from '../../contract/api/users.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { Empty } from '../../contract/schemas/common.ts';
import {
  AccountDataResponse,
  AuthenticateBody,
  CreateUserResponse,
  CreateUserBody,
  RefreshResponse,
  RefreshBody,
  SignInResponse,
  type SignInOutput,
} from '../../contract/schemas/users.ts';
import { presentAccountData } from '../accounts/accountData.ts';
import type { AccountService, SignIn } from '../accounts/accountService.ts';
import type { SessionAuthentication } from '../accounts/createAuthentication.ts';
import type { Client } from '../accounts/context.ts';
import { clearSessionCookies, presentedTokens, removeDeadCookies, setSessionCookies } from '../accounts/sessionCookies.ts';
import { sessionEnded, type IssuedTokens, type SessionKind } from '../accounts/sessions.ts';
import { requestOrigin } from './requestOrigin.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['users'];

/** Users and their sessions (§7, D19, D64). Without a `publicOrigin`, the origin of a request counts as the site's. */
export const userRoutes =
  (
    { service, authentication }: { service: AccountService; authentication: SessionAuthentication },
    publicOrigin: string | null,
  ): RoutePlugin =>
  async (app) => {
    const send = (request: FastifyRequest, reply: FastifyReply, tokens: IssuedTokens) =>
      presentTokens(request, reply, publicOrigin, tokens);
    keepPrivate(app);

    app.post(
      calls['users.create'].path,
      { schema: { tags, body: CreateUserBody, response: answers(CreateUserResponse) } },
      async (request) => await service.create(request.body, clientOf(request, publicOrigin)),
    );

    app.post(
      calls['users.authenticate'].path,
      { schema: { tags, body: AuthenticateBody, response: answers(SignInResponse) } },
      async (request, reply) => {
        const signIn = await service.authenticate(request.body, requestedKind(request), clientOf(request, publicOrigin));
        return presentSignIn(request, reply, publicOrigin, signIn);
      },
    );

    app.post(
      calls['users.refresh'].path,
      { schema: { tags, body: RefreshBody, response: answers(RefreshResponse) } },
      async (request, reply) => {
        const token = refreshTokenOf(request, request.body.refreshToken);
        const tokens = await service
          .refresh(token.refreshToken, token.kind, clientOf(request, publicOrigin))
          .catch((error: unknown) => {
            if (token.kind === 'COOKIE') removeDeadCookies(request);
            throw error;
          });
        return send(request, reply, tokens);
      },
    );

    app.post(calls['users.logout'].path, { schema: { tags, body: Empty, response: answers(Empty) } }, async (request, reply) => {
      const presented = presentedTokens(request);
      for (const token of [presented?.accessToken, presented?.refreshToken]) if (token) await service.logout(token);
      if (presented?.kind === 'COOKIE') clearSessionCookies(request, reply, publicOrigin);
      return {};
    });

    app.get(calls['users.accountData'].path, { schema: { tags, response: answers(AccountDataResponse) } }, async (request) =>
      presentAccountData(await authentication.requireAccount(request)),
    );
  };

/** Returns where a request comes from. */
export function clientOf(request: FastifyRequest, publicOrigin: string | null): Client {
  const presented = presentedTokens(request);
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    origin: publicOrigin ?? requestOrigin(request),
    sessionToken: presented?.kind === 'COOKIE' ? presented.accessToken : null,
  };
}

/** Returns the kind of session that a sign-in starts (D64). */
export function requestedKind(request: FastifyRequest): SessionKind {
  return request.headers[SESSION_KIND_HEADER] === 'header' ? 'HEADER' : 'COOKIE';
}

/** Presents the result of a sign-in. Sets the cookies of a cookie session. */
export function presentSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  publicOrigin: string | null,
  signIn: SignIn,
): SignInOutput {
  return 'tokens' in signIn ? presentTokens(request, reply, publicOrigin, signIn.tokens) : signIn;
}

function presentTokens(request: FastifyRequest, reply: FastifyReply, publicOrigin: string | null, tokens: IssuedTokens) {
  const { userId, kind, accessToken, refreshToken, accessExpiresAt, refreshExpiresAt } = tokens;
  if (kind === 'COOKIE') {
    setSessionCookies(request, reply, publicOrigin, tokens);
    return { userId };
  }
  return {
    userId,
    tokens: {
      accessToken,
      refreshToken,
      accessTokenExpiresAt: isoTime(accessExpiresAt),
      refreshTokenExpiresAt: isoTime(refreshExpiresAt),
    },
  };
}

/** A header session sends its refresh token in the body, a cookie session in its cookie. Throws ERR_UNAUTHORIZED without one. */
function refreshTokenOf(request: FastifyRequest, inBody: string | undefined): { refreshToken: string; kind: SessionKind } {
  if (inBody !== undefined) return { refreshToken: inBody, kind: 'HEADER' };
  const presented = presentedTokens(request);
  if (presented?.kind !== 'COOKIE' || presented.refreshToken === null) {
    if (presented?.kind === 'COOKIE') removeDeadCookies(request);
    throw sessionEnded();
  }
  return { refreshToken: presented.refreshToken, kind: 'COOKIE' };
}
