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
import type { Authentication } from '../accounts/authentication.ts';
import type { AffiliateService } from '../affiliates/affiliateService.ts';
import { keepPrivate, serve, type RoutePlugin } from './route.ts';

/** Affiliates and cashback (§7, D48). The health call reports the feature as `affiliates`. */
export const affiliateRoutes =
  (affiliates: AffiliateService, authentication: Pick<Authentication, 'require'>): RoutePlugin =>
  async (app) => {
    keepPrivate(app);

    serve(app, 'affiliates.referrerId', { output: ReferrerIdResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return { referrerId: await affiliates.referrerId(userId) };
    });

    serve(app, 'affiliates.balances', { output: BalancesResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.balances(userId);
    });

    serve(app, 'affiliates.accruals', { input: EarningsQuery, output: AccrualsResponse }, async (query, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.accruals(userId, query);
    });

    serve(app, 'affiliates.cashbacks', { input: EarningsQuery, output: CashbacksResponse }, async (query, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.cashbacks(userId, query);
    });

    serve(app, 'affiliates.cashbackLevel', { output: CashbackLevelResponse }, async (_input, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.cashbackLevel(userId);
    });

    serve(
      app,
      'affiliates.statistics',
      { input: StatisticsQuery, output: AffiliateStatisticsResponse },
      async ({ period = '30d' }, request) => {
        const { userId } = await authentication.require(request);
        return await affiliates.statistics(userId, period);
      },
    );

    serve(app, 'affiliates.createCode', { input: CreateCodeBody, output: AffiliateCodeSchema }, async ({ name }, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.createCode(userId, name);
    });

    serve(app, 'affiliates.renameCode', { input: RenameCodeBody, output: AffiliateCodeSchema }, async (input, request) => {
      const { userId } = await authentication.require(request);
      return await affiliates.renameCode(userId, input.code, input.name);
    });

    serve(app, 'affiliates.program', { output: AffiliateProgramResponse }, async (_input, _request, reply) => {
      reply.header('cache-control', 'public, max-age=60');
      return affiliates.program();
    });

    serve(app, 'affiliates.countClick', { input: CountClickBody }, async ({ referrerId }) => {
      await affiliates.countClick(referrerId);
    });
  };
