import type {
  AcceptFeeInput,
  Movements,
  MovementsInput,
  StoppableWithdrawal,
  Wallet,
  WithdrawalTarget,
  WithdrawalTerms,
  Withdrawals,
  WithdrawalsInput,
  WithdrawInput,
  WithdrawOutput,
} from '../../contract/schemas/withdrawals.ts';
import type { SecondFactorChallengeOutput } from '../../contract/schemas/secondFactor.ts';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Customer } from '../accounts/authentication.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findFrozenUntil, findWithdrawalsFrom } from '../db/repositories/accounts/users.ts';
import { findWithdrawal, listWithdrawalsOf } from '../db/repositories/accounts/withdrawals.ts';
import { gatewayOf } from '../ports/chain/gatewayOf.ts';
import { referenceOf } from '../instruments/lookup.ts';
import { cancelWithdrawal, findStoppable, stopByToken } from './cancelWithdrawal.ts';
import { listMovements, readWallet } from './movements.ts';
import { presentWithdrawal } from './presentWithdrawal.ts';
import { acceptFee } from './acceptFee.ts';
import { requestWithdrawal, startProof, type WithdrawalClient, type WithdrawalSite } from './requestWithdrawal.ts';
import { FEE_HELD_MS, quoteFee, smallestAmount } from './withdrawalFee.ts';
import { withdrawnInDay } from './review.ts';
import { stopAll } from './stopAll.ts';
import { listGeneralReasons, listKnownAddresses } from './waitReasons.ts';
import { withdrawalSide, type WithdrawalContext } from './withdrawalContext.ts';

const PAGE_SIZE = 20;

/** The calls of withdrawals, for the routes. Errors: see the functions that they call. */
export interface WithdrawalService {
  terms(customer: Customer): Promise<WithdrawalTerms>;
  startProof(target: WithdrawalTarget, client: WithdrawalSite): Promise<SecondFactorChallengeOutput>;
  request(input: WithdrawInput, client: WithdrawalClient): Promise<WithdrawOutput>;
  list(userId: number, input: WithdrawalsInput): Promise<Withdrawals>;
  cancel(userId: number, withdrawalId: string): Promise<WithdrawOutput>;
  acceptFee(userId: number, input: AcceptFeeInput): Promise<WithdrawOutput>;
  findStoppable(token: string): Promise<StoppableWithdrawal>;
  stop(token: string): Promise<StoppableWithdrawal>;
  stopAll(userId: number): Promise<number>;
  wallet(userId: number): Promise<Wallet>;
  movements(userId: number, input: MovementsInput): Promise<Movements>;
}

export function createWithdrawalService(context: WithdrawalContext): WithdrawalService {
  return {
    terms: async (customer) => await readTerms(context, customer),
    startProof: async (target, client) => await startProof(context, target, client),
    request: async (input, client) => await requestWithdrawal(context, input, client),
    list: async (userId, { cursor }) => await listPage(context, userId, cursor),
    cancel: async (userId, withdrawalId) => await cancelWithdrawal(context, userId, withdrawalId),
    acceptFee: async (userId, input) => await acceptFee(context, userId, input),
    findStoppable: async (token) => await findStoppable(context, token),
    stop: async (token) => await stopByToken(context, token),
    stopAll: async (userId) => await stopAll(context, userId),
    wallet: async (userId) => await readWallet(context, userId),
    movements: async (userId, input) => await listMovements(context, userId, input),
  };
}

async function readTerms(context: WithdrawalContext, customer: Customer): Promise<WithdrawalTerms> {
  const { rules, isSandbox } = context;
  const { instrument, network } = withdrawalSide(context);
  const { finalAfter, blockSeconds } = gatewayOf(context, network.slug);
  const { currencyTitle, networkTitle } = referenceOf(context, instrument.slug);
  const { networkFee, feeQuote } = quoteFee(context, customer.userId);
  const frozenUntil = await findFrozenUntil(context.database, customer.userId, context.now());
  const opensAt = await findWithdrawalsFrom(context.database, customer.userId, context.now());
  return {
    currencyTitle,
    networkTitle,
    instrument: context.presentInstrument(instrument.slug),
    balance: await readCustomerBalance(context.database, customer.userId, instrument.slug),
    minimum: smallestAmount(context, networkFee),
    networkFee,
    feeQuote,
    feeSeconds: FEE_HELD_MS / 1_000,
    reviewAbove: rules.reviewAbove,
    withdrawnInDay: await withdrawnInDay(context, customer.userId),
    usualSeconds: Math.ceil(finalAfter * blockSeconds),
    waitSeconds: Math.round(rules.waitMs / 1_000),
    waitReasons: await listGeneralReasons(context, customer),
    knownAddresses: await listKnownAddresses(context, customer.userId),
    isEmailConfirmed: customer.isEmailConfirmed,
    frozenUntil: frozenUntil === null ? null : isoTime(frozenUntil),
    ...(opensAt !== null && { opensAt: isoTime(opensAt) }),
    hasTestAddress: isSandbox,
  };
}

/** The cursor is the id of the last withdrawal of the page before. Throws ERR_VALIDATION for one that is not the customer's. */
async function listPage(context: WithdrawalContext, userId: number, cursor: string | undefined): Promise<Withdrawals> {
  const before = cursor === undefined ? null : ((await findWithdrawal(context.database, cursor)) ?? null);
  if (cursor !== undefined && before?.user_id !== userId) {
    throw new ApiError('ERR_VALIDATION', 'The cursor is not one that this call returned.', { field: 'cursor' });
  }
  const rows = await listWithdrawalsOf(context.database, userId, PAGE_SIZE + 1, before);
  const page = rows.slice(0, PAGE_SIZE);
  return {
    withdrawals: page.map((row) => presentWithdrawal(context, row, context.now())),
    cursor: rows.length > PAGE_SIZE ? (page.at(-1)?.withdrawal.id ?? null) : null,
  };
}
