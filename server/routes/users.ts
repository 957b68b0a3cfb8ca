import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_KIND_HEADER } from '../../contract/api/users.ts';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { InitDataBody, LinkMessengerBody, UnlinkMessengerBody } from '../../contract/schemas/messenger.ts';
import {
  AccountDataResponse,
  AuthenticateBody,
  CreateUserResponse,
  CreateUserBody,
  RefreshResponse,
  RefreshBody,
  SignInResponse,
} from '../../contract/schemas/users.ts';
import { presentAccountData } from '../accounts/accountData.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { Accounts } from '../accounts/createAccounts.ts';
import type { MessengerSignIn } from '../accounts/messenger/messengerSignIn.ts';
import type { Client } from '../accounts/context.ts';
import { clearSessionCookies, presentedTokens, removeDeadCookies, setSessionCookies } from '../accounts/sessionCookies.ts';
import { sessionEnded, type IssuedTokens, type SessionKind } from '../accounts/sessions.ts';
import { keepPrivate, serve, serveHot, type RoutePlugin } from './route.ts';

/** Users and their sessions (§7, D19, D64). */
export const userRoutes =
  ({ service, authentication, messengerSignIn }: Pick<Accounts, 'service' | 'authentication' | 'messengerSignIn'>): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(
      app,
      'users.create',
      { input: CreateUserBody, output: CreateUserResponse },
      async (input, request) => await service.create(input, clientOf(request)),
    );

    serve(app, 'users.authenticate', { input: AuthenticateBody, output: SignInResponse }, async (input, request, reply) => {
      const signIn = await service.authenticate(input, requestedKind(request), clientOf(request));
      return 'tokens' in signIn ? presentTokens(reply, signIn.tokens) : signIn;
    });

    serve(app, 'users.refresh', { input: RefreshBody, output: RefreshResponse }, async (input, request, reply) => {
      const token = refreshTokenOf(request, input.refreshToken);
      const proof = { refreshToken: token.refreshToken, browserFingerprint: input.browserFingerprint ?? null };
      const tokens = await service.refresh(proof, token.kind, clientOf(request)).catch((error: unknown) => {
        // After another failure the session continues.
        if (token.kind === 'COOKIE' && error instanceof ApiError && error.code === 'ERR_UNAUTHORIZED') removeDeadCookies(request);
        throw error;
      });
      return presentTokens(reply, tokens);
    });

    serve(app, 'users.logout', {}, async (_input, request, reply) => {
      const presented = presentedTokens(request);
      for (const token of [presented?.accessToken, presented?.refreshToken]) if (token) await service.logout(token);
      if (presented?.kind === 'COOKIE') clearSessionCookies(reply);
    });

    serveHot(
      app,
      'users.accountData',
      { output: AccountDataResponse, cacheControl: 'private, no-store' },
      async (_input, request) => presentAccountData(await authentication.requireAccount(request)),
    );

    if (messengerSignIn) serveMessenger(app, messengerSignIn, authentication);
  };

/** Customers of the messenger (§7, D64). Their sessions use a header: a mini-app in a frame has no cookies. */
function serveMessenger(app: FastifyInstance, messenger: MessengerSignIn, authentication: Authentication): void {
  serve(app, 'messenger.authenticate', { input: InitDataBody, output: SignInResponse }, async (input, request, reply) => {
    const signIn = await messenger.authenticate(input, clientOf(request));
    return 'tokens' in signIn ? presentTokens(reply, signIn.tokens) : signIn;
  });

  serve(
    app,
    'messenger.create',
    { input: InitDataBody, output: CreateUserResponse },
    async (input) => await messenger.create(input),
  );

  serve(app, 'messenger.link', { input: LinkMessengerBody }, async (input, request) => {
    await messenger.link(input, await authentication.require(request), clientOf(request));
  });

  serve(app, 'messenger.unlink', { input: UnlinkMessengerBody }, async (input, request) => {
    await messenger.unlink(input, await authentication.require(request), clientOf(request));
  });
}

/** Returns where a request comes from. */
export function clientOf(request: FastifyRequest): Client {
  const presented = presentedTokens(request);
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    origin: request.site.origin,
    sessionToken: presented?.kind === 'COOKIE' ? presented.accessToken : null,
  };
}

/** Returns the kind of session that a sign-in starts (D64). */
export function requestedKind(request: FastifyRequest): SessionKind {
  return request.headers[SESSION_KIND_HEADER] === 'header' ? 'HEADER' : 'COOKIE';
}

/** Presents the tokens of a session. Those of a cookie session are set as cookies. */
export function presentTokens(reply: FastifyReply, tokens: IssuedTokens) {
  const { userId, kind, accessToken, refreshToken, accessExpiresAt, refreshExpiresAt } = tokens;
  if (kind === 'COOKIE') {
    setSessionCookies(reply, tokens);
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
    if (presented?.kind !== 'HEADER') removeDeadCookies(request);
    throw sessionEnded();
  }
  return { refreshToken: presented.refreshToken, kind: 'COOKIE' };
}
