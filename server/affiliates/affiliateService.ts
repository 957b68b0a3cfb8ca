import type {
  Accruals,
  AffiliateCode,
  AffiliatePeriod,
  AffiliateProgram,
  AffiliateStatistics,
  Balances,
  CashbackLevel,
  Cashbacks,
  EarningsInput,
} from '../../contract/schemas/affiliates.ts';
import type { Database } from '../db/database.ts';
import { readBalances, type BalanceOptions } from './balances.ts';
import { changeCodeName, countClick, createCode, mainCodeOf } from './codes.ts';
import { readAccruals, readCashbackLevel, readCashbacks } from './earnings.ts';
import { readStatistics } from './statistics.ts';

/** The calls of affiliates and cashback (§7, D48). */
export interface AffiliateService {
  referrerId(userId: number): Promise<string>;
  balances(userId: number): Promise<Balances>;
  accruals(userId: number, page: EarningsInput): Promise<Accruals>;
  cashbacks(userId: number, page: EarningsInput): Promise<Cashbacks>;
  cashbackLevel(userId: number): Promise<CashbackLevel>;
  statistics(userId: number, period: AffiliatePeriod): Promise<AffiliateStatistics>;
  createCode(userId: number, name: string): Promise<AffiliateCode>;
  renameCode(userId: number, code: string, name: string): Promise<AffiliateCode>;
  program(): AffiliateProgram;
  countClick(referrerId: string): Promise<void>;
}

export interface AffiliateServiceOptions extends BalanceOptions {
  database: Database;
}

export function createAffiliateService(options: AffiliateServiceOptions): AffiliateService {
  const { database, rules, fees, now } = options;
  return {
    referrerId: (userId) => mainCodeOf(database, userId, now()),
    balances: (userId) => readBalances(options, database, userId),
    accruals: (userId, page) => readAccruals(options, database, userId, page),
    cashbacks: (userId, page) => readCashbacks(options, database, userId, page),
    cashbackLevel: (userId) => readCashbackLevel(options, database, userId),
    statistics: (userId, period) => readStatistics(database, userId, period, now()),
    createCode: (userId, name) => createCode(database, userId, name, now()),
    renameCode: (userId, code, name) => changeCodeName(database, userId, code, name),
    program: () => ({
      platformFeePercent: fees.platformFeePercent,
      referrerSharePercent: rules.referrerSharePercent,
      cashbackLevels: [...rules.cashbackLevels],
      cashbackWindowDays: rules.cashbackWindowDays,
      minimumWithdrawal: rules.minimumWithdrawal,
    }),
    countClick: (referrerId) => countClick(database, referrerId, now()),
  };
}
