import type { Decimal } from '../../contract/money.ts';
import type { Executor } from '../db/database.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { type OrderContext } from '../orders/core/context.ts';
import { instrumentOf, networkOf } from '../instruments/lookup.ts';

/** Earnings are withdrawn in USDT of TRON (specification §5). */
export const WITHDRAWAL_INSTRUMENT = 'usdttrc20';

/** The operator's settings, read by `server/env.ts`. Amounts are in USDT. */
export interface WithdrawalRules {
  minimum: Decimal;
  /** An operator releases a larger withdrawal (D60). */
  reviewAbove: Decimal;
  /** How long a withdrawal with a reason to wait can be stopped (D60), in ms; 0: no withdrawal waits */
  waitMs: number;
}

/** What the customer is told: about the request, and about its end. The token stops a withdrawal that waits. */
export interface WithdrawalNotices {
  requested(transaction: Executor, withdrawal: WithdrawalRow, notice: { token: string | null; isHeld: boolean }): Promise<void>;
}

export interface WithdrawalContext {
  orders: OrderContext;
  rules: WithdrawalRules;
  notices: WithdrawalNotices | null;
  /** Whether the test address of D25 is accepted */
  isSandbox: boolean;
}

/** Returns the instrument of withdrawals with its network. */
export function withdrawalSide({ orders }: Pick<WithdrawalContext, 'orders'>) {
  return { instrument: instrumentOf(orders, WITHDRAWAL_INSTRUMENT), network: networkOf(orders, WITHDRAWAL_INSTRUMENT) };
}

/** Returns whether this host can send withdrawals: it has a connection to TRON. Otherwise it does not announce them (D30). */
export function canWithdraw({ catalogue, gateways }: Pick<OrderContext, 'catalogue' | 'gateways'>): boolean {
  const instrument = catalogue.instruments.get(WITHDRAWAL_INSTRUMENT);
  return instrument !== undefined && gateways.has(instrument.network);
}
