import { IDEMPOTENCY_KEY_HEADER } from '../../contract/api/orders.ts';
import { withdrawalRoutes as calls } from '../../contract/api/withdrawals.ts';
import {
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
  WithdrawBody,
} from '../../contract/schemas/withdrawals.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { WithdrawalService } from '../withdrawals/withdrawalService.ts';
import { headerOf } from './orderAuthority.ts';
import { requestOrigin } from './requestOrigin.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['withdrawals'];

/**
 * Withdrawals of earnings and the wallet (§7, D60, D66). A withdrawal needs a fresh second factor; stopping one needs none. Without a
 * `publicOrigin`, links in e-mails use the origin of the request.
 */
export const withdrawalRoutes =
  (withdrawals: WithdrawalService, authentication: Authentication, publicOrigin: string | null): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(
      calls['withdrawals.list'].path,
      { schema: { tags, querystring: WithdrawalsQuery, response: answers(WithdrawalsResponse) } },
      async (request) => await withdrawals.list((await authentication.require(request)).userId, request.query),
    );

    app.post(
      calls['withdrawals.create'].path,
      { schema: { tags, body: WithdrawBody, response: answers(WithdrawResponse) } },
      async (request) =>
        await withdrawals.request(request.body, {
          customer: await authentication.requireFreshFactor(request),
          idempotencyKey: headerOf(request, IDEMPOTENCY_KEY_HEADER),
          origin: publicOrigin ?? requestOrigin(request),
          address: request.ip,
        }),
    );

    app.get(
      calls['withdrawals.terms'].path,
      { schema: { tags, response: answers(WithdrawalTermsResponse) } },
      async (request) => await withdrawals.terms(await authentication.require(request)),
    );

    app.post(
      calls['withdrawals.cancel'].path,
      { schema: { tags, body: CancelWithdrawalBody, response: answers(WithdrawResponse) } },
      async (request) => await withdrawals.cancel((await authentication.require(request)).userId, request.body.withdrawalId),
    );

    app.post(
      calls['withdrawals.stoppable'].path,
      { schema: { tags, body: StopTokenBody, response: answers(StoppableWithdrawalResponse) } },
      async ({ body }) => await withdrawals.findStoppable(body.token),
    );

    app.post(
      calls['withdrawals.stop'].path,
      { schema: { tags, body: StopTokenBody, response: answers(StoppableWithdrawalResponse) } },
      async ({ body }) => await withdrawals.stop(body.token),
    );

    app.get(
      calls['withdrawals.wallet'].path,
      { schema: { tags, response: answers(WalletResponse) } },
      async (request) => await withdrawals.wallet((await authentication.require(request)).userId),
    );

    app.get(
      calls['withdrawals.movements'].path,
      { schema: { tags, querystring: MovementsQuery, response: answers(MovementsResponse) } },
      async (request) => await withdrawals.movements((await authentication.require(request)).userId, request.query),
    );
  };
