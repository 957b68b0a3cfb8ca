import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  CancelWithdrawalInput,
  Movements,
  MovementsInput,
  StoppableWithdrawal,
  StopTokenInput,
  Wallet,
  WithdrawalTerms,
  Withdrawals,
  WithdrawalsInput,
  WithdrawInput,
  WithdrawOutput,
} from '../schemas/withdrawals.ts';
import { get, post } from './route.ts';

export type * from '../schemas/withdrawals.ts';

type None = Record<string, never>;
const withdrawals = '/api/v1/affiliates/withdrawals';

/** The two calls of §7, and additive calls for their terms, for stopping one (D60) and for the wallet (D66). */
export const withdrawalRoutes = {
  'withdrawals.list': get<WithdrawalsInput, Withdrawals>(withdrawals, DEFAULT_TIMEOUT_MS),
  'withdrawals.create': post<WithdrawInput, WithdrawOutput>(withdrawals, DEFAULT_TIMEOUT_MS),
  'withdrawals.terms': get<None, WithdrawalTerms>(`${withdrawals}/terms`, DEFAULT_TIMEOUT_MS),
  'withdrawals.cancel': post<CancelWithdrawalInput, WithdrawOutput>(`${withdrawals}/cancel`, DEFAULT_TIMEOUT_MS),
  'withdrawals.stoppable': post<StopTokenInput, StoppableWithdrawal>(`${withdrawals}/by-token`, DEFAULT_TIMEOUT_MS),
  'withdrawals.stop': post<StopTokenInput, StoppableWithdrawal>(`${withdrawals}/stop`, DEFAULT_TIMEOUT_MS),
  'withdrawals.wallet': get<None, Wallet>('/api/v1/affiliates/wallet', DEFAULT_TIMEOUT_MS),
  'withdrawals.movements': get<MovementsInput, Movements>('/api/v1/affiliates/movements', DEFAULT_TIMEOUT_MS),
} as const;
