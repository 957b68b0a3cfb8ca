import type * as schemas from '../schemas/affiliates.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/affiliates.ts';

const affiliates = '/api/v1/affiliates';

/** The calls of §7 for affiliates, and additive calls for codes, figures and the rules (D48). */
export const affiliateRoutes = {
  'affiliates.referrerId': get<None, schemas.ReferrerIdOutput>(`${affiliates}/referrer-id`),
  'affiliates.balances': get<None, schemas.Balances>(`${affiliates}/balances`),
  'affiliates.accruals': get<schemas.EarningsInput, schemas.Accruals>(`${affiliates}/accruals`),
  'affiliates.cashbacks': get<schemas.EarningsInput, schemas.Cashbacks>(`${affiliates}/cashbacks`),
  'affiliates.cashbackLevel': get<None, schemas.CashbackLevel>(`${affiliates}/cashback-level`),
  'affiliates.statistics': get<schemas.StatisticsInput, schemas.AffiliateStatistics>(`${affiliates}/statistics`),
  'affiliates.createCode': post<schemas.CreateCodeInput, schemas.AffiliateCode>(`${affiliates}/codes`),
  'affiliates.renameCode': post<schemas.RenameCodeInput, schemas.AffiliateCode>(`${affiliates}/codes/rename`),
  'affiliates.program': get<None, schemas.AffiliateProgram>(`${affiliates}/public/program`),
  'affiliates.countClick': post<schemas.CountClickInput, None>(`${affiliates}/public/click`),
} as const;
