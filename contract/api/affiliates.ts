import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  Accruals,
  AffiliateCode,
  AffiliateProgram,
  AffiliateStatistics,
  Balances,
  CashbackLevel,
  Cashbacks,
  CountClickInput,
  CreateCodeInput,
  EarningsInput,
  ReferrerIdOutput,
  RenameCodeInput,
  StatisticsInput,
} from '../schemas/affiliates.ts';
import { get, post } from './route.ts';

export type * from '../schemas/affiliates.ts';

type None = Record<string, never>;
const affiliates = '/api/v1/affiliates';

/** The calls of §7 for affiliates, and additive calls for codes, figures and the rules (D48). */
export const affiliateRoutes = {
  'affiliates.referrerId': get<None, ReferrerIdOutput>(`${affiliates}/referrer-id`, DEFAULT_TIMEOUT_MS),
  'affiliates.balances': get<None, Balances>(`${affiliates}/balances`, DEFAULT_TIMEOUT_MS),
  'affiliates.accruals': get<EarningsInput, Accruals>(`${affiliates}/accruals`, DEFAULT_TIMEOUT_MS),
  'affiliates.cashbacks': get<EarningsInput, Cashbacks>(`${affiliates}/cashbacks`, DEFAULT_TIMEOUT_MS),
  'affiliates.cashbackLevel': get<None, CashbackLevel>(`${affiliates}/cashback-level`, DEFAULT_TIMEOUT_MS),
  'affiliates.statistics': get<StatisticsInput, AffiliateStatistics>(`${affiliates}/statistics`, DEFAULT_TIMEOUT_MS),
  'affiliates.createCode': post<CreateCodeInput, AffiliateCode>(`${affiliates}/codes`, DEFAULT_TIMEOUT_MS),
  'affiliates.renameCode': post<RenameCodeInput, AffiliateCode>(`${affiliates}/codes/rename`, DEFAULT_TIMEOUT_MS),
  'affiliates.program': get<None, AffiliateProgram>(`${affiliates}/public/program`, DEFAULT_TIMEOUT_MS),
  'affiliates.countClick': post<CountClickInput, None>(`${affiliates}/public/click`, DEFAULT_TIMEOUT_MS),
} as const;
