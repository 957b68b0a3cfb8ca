import { affiliateRoutes as calls } from '../../contract/api/affiliates.ts';
import {
  AccrualsResponse,
  AffiliateCodeSchema,
  AffiliateProgramResponse,
  AffiliateStatisticsResponse,
  BalancesResponse,
  CashbackLevelResponse,
  CashbacksResponse,
  CountClickBody,
  CreateCodeBody,
  EarningsQuery,
  ReferrerIdResponse,
  RenameCodeBody,
  StatisticsQuery,
} from '../../contract/schemas/affiliates.ts';
import { Empty } from '../../contract/schemas/common.ts';
import type { Authentication } from '../accounts/authentication.ts';
import type { AffiliateService } from '../affiliates/affiliateService.ts';
import { answers, keepPrivate, type RoutePlugin } from './route.ts';

const tags = ['affiliates'];

/** Affiliates and cashback (§7, D48). The health call reports the feature as `affiliates`. */
export const affiliateRoutes =
  (affiliates: AffiliateService, authentication: Pick<Authentication, 'require'>): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    app.get(calls['affiliates.referrerId'].path, { schema: { tags, response: answers(ReferrerIdResponse) } }, async (request) => {
      const { userId } = await authentication.require(request);
      return { referrerId: await affiliates.referrerId(userId) };
    });

    app.get(calls['affiliates.balances'].path, { schema: { tags, response: answers(BalancesResponse) } }, async (request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.balances(userId);
    });

    app.get(
      calls['affiliates.accruals'].path,
      { schema: { tags, querystring: EarningsQuery, response: answers(AccrualsResponse) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.accruals(userId, request.query);
      },
    );

    app.get(
      calls['affiliates.cashbacks'].path,
      { schema: { tags, querystring: EarningsQuery, response: answers(CashbacksResponse) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.cashbacks(userId, request.query);
      },
    );

    app.get(
      calls['affiliates.cashbackLevel'].path,
      { schema: { tags, response: answers(CashbackLevelResponse) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.cashbackLevel(userId);
      },
    );

    app.get(
      calls['affiliates.statistics'].path,
      { schema: { tags, querystring: StatisticsQuery, response: answers(AffiliateStatisticsResponse) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.statistics(userId, request.query.period ?? '30d');
      },
    );

    app.post(
      calls['affiliates.createCode'].path,
      { schema: { tags, body: CreateCodeBody, response: answers(AffiliateCodeSchema) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.createCode(userId, request.body.name);
      },
    );

    app.post(
      calls['affiliates.renameCode'].path,
      { schema: { tags, body: RenameCodeBody, response: answers(AffiliateCodeSchema) } },
      async (request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.renameCode(userId, request.body.code, request.body.name);
      },
    );

    app.get(
      calls['affiliates.program'].path,
      { schema: { tags, response: answers(AffiliateProgramResponse) } },
      async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=60');
        return affiliates.program();
      },
    );

    app.post(
      calls['affiliates.countClick'].path,
      { schema: { tags, body: CountClickBody, response: answers(Empty) } },
      async (request) => {
        await affiliates.countClick(request.body.referrerId);
        return {};
      },
    );
  };
