import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import {
  SandboxBreakBody,
  SandboxFeesBody,
  SandboxMendBody,
  SandboxMineResponse,
  SandboxMineBody,
  SandboxPriceBody,
  SandboxReorgBody,
  SandboxReplaceBody,
  SandboxSendBody,
  SandboxStateResponse,
  SandboxTransactionsResponse,
  SandboxTransferSchema,
  SandboxVerdictBody,
} from '../../contract/schemas/sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { serve, type RoutePlugin } from './route.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * Controls of the embedded ports (D12). `access` `loopback`: only for pages of this machine, so that no website in another tab can
 * use them, not even one whose name resolves to 127.0.0.1. `allow`: for all clients that reach the host.
 */
export const sandboxRoutes =
  (sandbox: Sandbox, access: 'loopback' | 'allow'): RoutePlugin =>
  async (app) => {
    guardSandbox(app, access);

    serve(app, 'sandbox.state', { output: SandboxStateResponse }, async () => await sandbox.state());
    serve(
      app,
      'sandbox.send',
      { input: SandboxSendBody, output: SandboxTransferSchema },
      async (input) => await sandbox.send(input),
    );
    serve(
      app,
      'sandbox.mine',
      { input: SandboxMineBody, output: SandboxMineResponse },
      async (input) => await sandbox.mine(input),
    );
    serve(app, 'sandbox.price', { input: SandboxPriceBody }, async (input) => await sandbox.setPrice(input));
    serve(app, 'sandbox.break', { input: SandboxBreakBody }, async (input) => await sandbox.breakPort(input));
    serve(
      app,
      'sandbox.reorg',
      { input: SandboxReorgBody, output: SandboxTransactionsResponse },
      async (input) => await sandbox.reorganise(input),
    );
    serve(
      app,
      'sandbox.replace',
      { input: SandboxReplaceBody, output: SandboxTransactionsResponse },
      async (input) => await sandbox.replaceWaiting(input),
    );
    serve(app, 'sandbox.fees', { input: SandboxFeesBody }, async (input) => await sandbox.setFees(input));
    serve(app, 'sandbox.decideIdentity', { input: SandboxVerdictBody }, async (input) => await sandbox.decideIdentity(input));
    serve(app, 'sandbox.mend', { input: SandboxMendBody }, async (input) => await sandbox.mend(input));
  };

/** Checks the access to sandbox routes and disables caching. */
export function guardSandbox(app: Pick<FastifyInstance, 'addHook'>, access: 'loopback' | 'allow'): void {
  app.addHook('onRequest', async (request, reply) => {
    if (access === 'loopback') assertOwnPage(request);
    reply.header('cache-control', 'no-store');
  });
}

/** Checks Host and Origin of the browser; our web host forwards the original Host (D40). */
function assertOwnPage({ hostname, host, headers }: FastifyRequest): void {
  const { origin } = headers;
  const isOwnOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  if (!LOOPBACK_NAMES.has(hostname) || !isOwnOrigin) {
    throw new ApiError('ERR_FORBIDDEN', 'The sandbox is available only to pages opened on this machine.');
  }
}
