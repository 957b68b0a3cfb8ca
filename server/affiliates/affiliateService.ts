import type { AffiliatePeriod, AffiliateProgram, EarningsInput } from '../../contract/schemas/affiliates.ts';
import type { Database } from '../db/database.ts';
import type { FeePercents } from './affiliateRules.ts';
import { readBalances, type BalanceOptions } from './balances.ts';
import { changeCodeName, countClick, createCode, mainCodeOf } from './codes.ts';
import { readAccruals, readCashbackLevel, readCashbacks } from './earnings.ts';
import { readStatistics } from './statistics.ts';

/** The calls of affiliates and cashback (§7, D48). */
export type AffiliateService = ReturnType<typeof createAffiliateService>;

export interface AffiliateServiceOptions extends BalanceOptions {
  database: Database;
  /** Of new orders */
  fees: FeePercents;
}

export function createAffiliateService(options: AffiliateServiceOptions) {
  const { database, rules, fees, now } = options;
  return {
    referrerId: (userId: number) => mainCodeOf(database, userId, now()),
    balances: (userId: number) => readBalances(options, database, userId),
    accruals: (userId: number, page: EarningsInput) => readAccruals(options, database, userId, page),
    cashbacks: (userId: number, page: EarningsInput) => readCashbacks(options, database, userId, page),
    cashbackLevel: (userId: number) => readCashbackLevel(options, database, userId),
    statistics: (userId: number, period: AffiliatePeriod) => readStatistics(database, userId, period, now()),
    createCode: (userId: number, name: string) => createCode(database, userId, name, now()),
    renameCode: (userId: number, code: string, name: string) => changeCodeName(database, userId, code, name),
    program: (): AffiliateProgram => ({
      platformFeePercent: fees.platformFeePercent,
      referrerSharePercent: rules.referrerSharePercent,
      cashbackLevels: [...rules.cashbackLevels],
      cashbackWindowDays: rules.cashbackWindowDays,
      minimumWithdrawal: rules.minimumWithdrawal,
    }),
    countClick: (referrerId: string) => countClick(database, referrerId, now()),
  };
}
