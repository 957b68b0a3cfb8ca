import type * as schemas from '../schemas/withdrawals.ts';
import type { SecondFactorChallengeOutput } from '../schemas/secondFactor.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/withdrawals.ts';

const withdrawals = '/api/v1/affiliates/withdrawals';

/** The two calls of §7, and additive calls for their terms, for stopping one (D60), for a higher fee (D69) and for the wallet (D66). */
export const withdrawalRoutes = {
  'withdrawals.list': get<schemas.WithdrawalsInput, schemas.Withdrawals>(withdrawals),
  'withdrawals.create': post<schemas.WithdrawInput, schemas.WithdrawOutput>(withdrawals),
  /** Starts the proof that this withdrawal needs (D69). */
  'withdrawals.startProof': post<schemas.WithdrawalTarget, SecondFactorChallengeOutput>(`${withdrawals}/proof`),
  'withdrawals.terms': get<None, schemas.WithdrawalTerms>(`${withdrawals}/terms`),
  'withdrawals.cancel': post<schemas.CancelWithdrawalInput, schemas.WithdrawOutput>(`${withdrawals}/cancel`),
  'withdrawals.acceptFee': post<schemas.AcceptFeeInput, schemas.WithdrawOutput>(`${withdrawals}/accept-fee`),
  'withdrawals.stoppable': post<schemas.StopTokenInput, schemas.StoppableWithdrawal>(`${withdrawals}/by-token`),
  'withdrawals.stop': post<schemas.StopTokenInput, schemas.StoppableWithdrawal>(`${withdrawals}/stop`),
  'withdrawals.wallet': get<None, schemas.Wallet>('/api/v1/affiliates/wallet'),
  'withdrawals.movements': get<schemas.MovementsInput, schemas.Movements>('/api/v1/affiliates/movements'),
} as const;
