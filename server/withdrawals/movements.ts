import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { add, amount, isDecimal, sum, toDecimal, ZERO, type Decimal } from '../../contract/money.ts';
import type { Movement, Movements, MovementsInput, Wallet } from '../../contract/schemas/withdrawals.ts';
import type { Executor } from '../db/database.ts';
import { readCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findFirstEarning, listEarnings, type EarningsLine } from '../db/repositories/ledger.ts';
import { listAccrualsWithCoins } from '../db/repositories/earnings/accruals.ts';
import { listSentWithdrawals, listWithdrawalAmounts } from '../db/repositories/accounts/withdrawals.ts';
import { referenceOf } from '../instruments/lookup.ts';
import { findControlCharacter } from '../common/controlCharacters.ts';
import { sha256 } from '../common/hashing.ts';
import { negate } from '../payments/ledger.ts';
import { presentWithdrawal } from './presentWithdrawal.ts';
import { currentFee, smallestAmount } from './withdrawalFee.ts';
import { WITHDRAWAL_INSTRUMENT, type WithdrawalContext } from './withdrawalContext.ts';

const PAGE_SIZE = 20;
/** A filtered page reads so many ledger lines at once. */
const CHUNK = 500;

/** A ledger line with the balance after it. */
interface BookedLine {
  line: EarningsLine;
  balance: Decimal;
}

/**
 * Returns a page of what changed a customer's balance: accruals, withdrawals and returns, newest first, each with the balance after
 * it. Throws ERR_VALIDATION for a cursor that this call did not return.
 */
export async function listMovements(
  context: WithdrawalContext,
  userId: number,
  { direction, cursor }: MovementsInput,
): Promise<Movements> {
  const { database } = context;
  const from = cursor === undefined ? null : parseCursor(cursor);
  let balance = from?.balance ?? (await readCustomerBalance(database, userId, WITHDRAWAL_INSTRUMENT));
  let before = from;
  const found: BookedLine[] = [];
  for (let isEnd = false; !isEnd && found.length <= PAGE_SIZE;) {
    const lines: EarningsLine[] = await listEarnings(database, userId, WITHDRAWAL_INSTRUMENT, CHUNK, before);
    for (const line of lines) {
      if (direction === undefined || directionOf(line) === direction) found.push({ line, balance });
      before = { created_at: line.created_at, journal_id: line.journal_id, balance };
      // A liability: the line of a gain is negative, and the balance before it was lower.
      balance = add(balance, line.amount);
    }
    isEnd = lines.length < CHUNK;
  }
  const page = found.slice(0, PAGE_SIZE);
  const next = found.length > PAGE_SIZE ? page.at(-1) : undefined;
  return { movements: await present(context, page), cursor: next ? cursorAfter(next) : null };
}

/** Returns what a customer has, what is on its way out, and the totals since the first earnings. */
export async function readWallet(context: WithdrawalContext, userId: number): Promise<Wallet> {
  const { currencyTitle, networkTitle } = referenceOf(context, WITHDRAWAL_INSTRUMENT);
  const balance = await readCustomerBalance(context.database, userId, WITHDRAWAL_INSTRUMENT);
  const all = await listWithdrawalAmounts(context.database, userId);
  const amountsOf = (states: readonly string[]): Decimal[] =>
    all.filter(({ state }) => states.includes(state)).map((withdrawal) => withdrawal.amount);
  const [leaving, withdrawn] = [amountsOf(['PENDING', 'HELD', 'SENT', 'REFUSED', 'FAILED']), amountsOf(['CONFIRMED'])];
  const first = await findFirstEarning(context.database, userId);
  return {
    currencyTitle,
    networkTitle,
    balance,
    minimum: smallestAmount(context, currentFee(context)),
    leaving: { amount: sum(leaving), count: leaving.length },
    earned: sum([balance, ...leaving, ...withdrawn]),
    withdrawn: sum(withdrawn),
    since: first === null ? null : isoTime(first),
  };
}

async function present(context: WithdrawalContext, lines: readonly BookedLine[]): Promise<Movement[]> {
  const ids = lines.flatMap(({ line }) => line.withdrawal_id ?? []);
  const accruals = await readAccruals(context.database, lines);
  const sent = await listSentWithdrawals(context.database, [...new Set(ids)]);
  const withdrawals = new Map(sent.map((one) => [one.withdrawal.id, presentWithdrawal(context, one, context.now())]));
  return lines.map(({ line, balance }): Movement => {
    const gained = negate(line.amount);
    const direction = directionOf(line);
    const accrual = accruals.get(line.accrual_id ?? '');
    return {
      id: sha256(`${line.journal_id}:${line.line}`).slice(0, 16),
      kind: kindOf(line, accrual),
      direction,
      amount: direction === 'IN' ? gained : line.amount,
      balance,
      createdAt: isoTime(line.created_at),
      withdrawal: withdrawals.get(line.withdrawal_id ?? '') ?? null,
      // A referrer never learns the id of another customer's order.
      orderId: accrual?.kind === 'CASHBACK' ? accrual.order_id : null,
      // The code of an API key's order is empty.
      source: (accrual?.kind === 'REFERRER' && accrual.code) || null,
      instrumentFrom: accrual ? referenceOf(context, accrual.instrument_from) : null,
      instrumentTo: accrual ? referenceOf(context, accrual.instrument_to) : null,
    };
  });
}

type OrderAccrual = Awaited<ReturnType<typeof listAccrualsWithCoins>>[number];

/** Returns the accruals that the lines book, by id. */
async function readAccruals(executor: Executor, lines: readonly BookedLine[]): Promise<ReadonlyMap<string, OrderAccrual>> {
  const ids = lines.flatMap(({ line }) => line.accrual_id ?? []);
  const accruals = ids.length === 0 ? [] : await listAccrualsWithCoins(executor, ids);
  return new Map(accruals.map((accrual) => [accrual.id, accrual]));
}

const directionOf = (line: EarningsLine): 'IN' | 'OUT' => (amount(line.amount).lt(ZERO) ? 'IN' : 'OUT');

function kindOf(line: EarningsLine, accrual: OrderAccrual | undefined): Movement['kind'] {
  if (line.kind === 'WITHDRAWAL') return line.is_reversal === 1 ? 'RETURN' : 'WITHDRAWAL';
  if (!accrual) return 'OTHER';
  return accrual.kind === 'REFERRER' ? 'REFERRAL' : 'CASHBACK';
}

type Position = Pick<EarningsLine, 'created_at' | 'journal_id'> & { balance: Decimal };

/** The next page starts below the line, with the balance before it. */
function cursorAfter({ line, balance }: BookedLine): string {
  const before = toDecimal(amount(add(balance, line.amount)));
  return Buffer.from(JSON.stringify([line.created_at, line.journal_id, before]), 'utf8').toString('base64url');
}

/** The balance in a cursor is only displayed to the customer who sends it. */
function parseCursor(cursor: string): Position {
  try {
    const [created_at, journal_id, balance]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPlace = Number.isSafeInteger(created_at) && findControlCharacter(journal_id) === null;
    if (isPlace && typeof created_at === 'number' && typeof journal_id === 'string' && isDecimal(balance)) {
      return { created_at, journal_id, balance };
    }
  } catch {
    // Reported below.
  }
  throw new ApiError('ERR_VALIDATION', 'The cursor is not one that this call returned.', { field: 'cursor' });
}
