import { IDEMPOTENCY_KEY_HEADER } from '../../contract/api/orders.ts';
import {
  AcceptFeeBody,
  CancelWithdrawalBody,
  MovementsResponse,
  MovementsQuery,
  StoppableWithdrawalResponse,
  StopTokenBody,
  WalletResponse,
  WithdrawResponse,
  WithdrawalsResponse,
  WithdrawalsQuery,
  WithdrawalTermsResponse,
  WithdrawalProofBody,
  WithdrawalProofResponse,
  WithdrawBody,
} from '../../contract/schemas/withdrawals.ts';
import type { FastifyRequest } from 'fastify';
import type { Authentication } from '../accounts/authentication.ts';
import type { WithdrawalSite } from '../withdrawals/requestWithdrawal.ts';
import type { WithdrawalService } from '../withdrawals/withdrawalService.ts';
import { headerOf } from './orderAuthority.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';

/** Withdrawals of earnings and the wallet (§7, D60, D66). A withdrawal needs a proof of its own; stopping one needs none. */
export const withdrawalRoutes =
  (withdrawals: WithdrawalService, authentication: Authentication): RoutePlugin =>
  async (app) => {
    const siteOf = async (request: FastifyRequest): Promise<WithdrawalSite> => ({
      customer: await authentication.require(request),
      origin: request.site.origin,
      address: request.ip,
    });
    keepPrivate(app);

    serve(app, 'withdrawals.list', { input: WithdrawalsQuery, output: WithdrawalsResponse }, async (query, request) => {
      const { userId } = await authentication.require(request);
      return await withdrawals.list(userId, query);
    });

    serve(
      app,
      'withdrawals.create',
      { input: WithdrawBody, output: WithdrawResponse },
      async (input, request) =>
        await withdrawals.request(input, {
          ...(await siteOf(request)),
          idempotencyKey: headerOf(request, IDEMPOTENCY_KEY_HEADER),
        }),
    );

    serve(
      app,
      'withdrawals.startProof',
      { input: WithdrawalProofBody, output: WithdrawalProofResponse },
      async (target, request) => await withdrawals.startProof(target, await siteOf(request)),
    );

    serve(
      app,
      'withdrawals.terms',
      { output: WithdrawalTermsResponse },
      async (_input, request) => await withdrawals.terms(await authentication.require(request)),
    );

    serve(app, 'withdrawals.cancel', { input: CancelWithdrawalBody, output: WithdrawResponse }, async (input, request) => {
      const { userId } = await authentication.require(request);
      return await withdrawals.cancel(userId, input.withdrawalId);
    });

    serve(app, 'withdrawals.acceptFee', { input: AcceptFeeBody, output: WithdrawResponse }, async (input, request) => {
      const { userId } = await authentication.require(request);
      return await withdrawals.acceptFee(userId, input);
    });

    serve(
      app,
      'withdrawals.stoppable',
      { input: StopTokenBody, output: StoppableWithdrawalResponse },
      async ({ token }) => await withdrawals.findStoppable(token),
    );

    serve(
      app,
      'withdrawals.stop',
      { input: StopTokenBody, output: StoppableWithdrawalResponse },
      async ({ token }) => await withdrawals.stop(token),
    );

    serve(app, 'withdrawals.wallet', { output: WalletResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return await withdrawals.wallet(userId);
    });

    serve(app, 'withdrawals.movements', { input: MovementsQuery, output: MovementsResponse }, async (query, request) => {
      const { userId } = await authentication.require(request);
      return await withdrawals.movements(userId, query);
    });
  };
