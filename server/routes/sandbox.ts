import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sandboxRoutes as calls } from '../../contract/api/sandbox.ts';
import { ApiError } from '../../contract/errors.ts';
import { Empty } from '../../contract/schemas/common.ts';
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
} from '../../contract/schemas/sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { answers, type RoutePlugin } from './route.ts';

const tags = ['sandbox'];
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * Controls of the embedded ports (D12). `access` `loopback`: only for pages of this machine, so that no website in another tab can
 * use them, not even one whose name resolves to 127.0.0.1. `allow`: for all clients that reach the host.
 */
export const sandboxRoutes =
  (sandbox: Sandbox, access: 'loopback' | 'allow'): RoutePlugin =>
  async (app) => {
    guardSandbox(app, access);

    app.get(
      calls['sandbox.state'].path,
      { schema: { tags, response: answers(SandboxStateResponse) } },
      async () => await sandbox.state(),
    );
    app.post(
      calls['sandbox.send'].path,
      { schema: { tags, body: SandboxSendBody, response: answers(SandboxTransferSchema) } },
      async ({ body }) => await sandbox.send(body),
    );
    app.post(
      calls['sandbox.mine'].path,
      { schema: { tags, body: SandboxMineBody, response: answers(SandboxMineResponse) } },
      async ({ body }) => await sandbox.mine(body),
    );
    app.post(
      calls['sandbox.price'].path,
      { schema: { tags, body: SandboxPriceBody, response: answers(Empty) } },
      async ({ body }) => {
        await sandbox.setPrice(body);
        return {};
      },
    );
    app.post(
      calls['sandbox.break'].path,
      { schema: { tags, body: SandboxBreakBody, response: answers(Empty) } },
      async ({ body }) => {
        await sandbox.breakPort(body);
        return {};
      },
    );
    app.post(
      calls['sandbox.reorg'].path,
      { schema: { tags, body: SandboxReorgBody, response: answers(SandboxTransactionsResponse) } },
      async ({ body }) => await sandbox.reorganise(body),
    );
    app.post(
      calls['sandbox.replace'].path,
      { schema: { tags, body: SandboxReplaceBody, response: answers(SandboxTransactionsResponse) } },
      async ({ body }) => await sandbox.replaceWaiting(body),
    );
    app.post(
      calls['sandbox.fees'].path,
      { schema: { tags, body: SandboxFeesBody, response: answers(Empty) } },
      async ({ body }) => {
        await sandbox.setFees(body);
        return {};
      },
    );
    app.post(
      calls['sandbox.mend'].path,
      { schema: { tags, body: SandboxMendBody, response: answers(Empty) } },
      async ({ body }) => {
        await sandbox.mend(body);
        return {};
      },
    );
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
