import { ApiError } from '../../../contract/errors.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { amount, isPositive, round } from '../../../contract/money.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import { splitAddress, validateMemo } from '../../instruments/addresses/index.ts';
import { requireSide } from '../../instruments/availability.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { checkNoAlarm } from '../../payments/alarms.ts';
import { fieldError, type Side } from '../../payments/recipients/checks.ts';

/**
 * Returns the two instruments of an order with their networks. Throws ERR_NOT_FOUND (unknown slug), ERR_VALIDATION (titles
 * do not match the slug, `fiat` for coins, or the instruments are the same), ERR_NOT_ACCEPTABLE (fiat, D27), ERR_SERVICE_UNAVAILABLE (an alarm
 * concerns one of the networks) and ERR_PAIR_NOT_ACTIVE.
 */
export function checkPair(
  context: OrderContext,
  input: Pick<CreateOrderInput, 'instrumentFrom' | 'instrumentTo' | 'fiat'>,
): [Side, Side] {
  const from = sideOf(context, input.instrumentFrom, 'instrumentFrom');
  const to = sideOf(context, input.instrumentTo, 'instrumentTo');
  if (input.fiat) throw new ApiError('ERR_VALIDATION', 'Only a card purchase has `fiat`.', { field: 'fiat' });
  if (from.instrument.slug === to.instrument.slug) {
    throw new ApiError('ERR_VALIDATION', 'The coins to send and to receive must differ.', { field: 'instrumentTo' });
  }
  checkNoAlarm(context, [from.network.slug, to.network.slug]);
  requireSide(context.availability, from.instrument, 'send');
  requireSide(context.availability, to.instrument, 'receive');
  return [from, to];
}

function sideOf(context: OrderContext, named: CreateOrderInput['instrumentFrom'], field: string): Side {
  const instrument = instrumentOf(context, named.slug);
  if (instrument.type === 'fiat') {
    throw new ApiError('ERR_NOT_ACCEPTABLE', 'This host does not sell for money.', { reason: 'NO_PROVIDER' });
  }
  if (context.catalogue.find(named.currencyTitle, named.networkTitle)?.slug !== named.slug) {
    throw new ApiError('ERR_VALIDATION', `The currencyTitle and networkTitle of ${field} do not match the slug ${named.slug}.`, {
      field,
    });
  }
  return { instrument, network: context.catalogue.networkOf(instrument) };
}

/** Rejects a claimed amount that is not positive or has more decimals than can be sent (D2). Throws ERR_VALIDATION. */
export function checkClaimedAmount(claimed: string, { instrument }: Side): void {
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, instrument.precisionDecimals);
  if (!isPositive(claimed) || !round(amount(claimed), decimals, 'down').eq(amount(claimed))) {
    throw fieldError('claimedDepositAmount', 'error_amount', `The amount must be positive, with at most ${decimals} decimals.`);
  }
}

/**
 * Checks an optional memo: it must be valid on the network (§5) and equal to the memo that the address itself may contain.
 * Throws ERR_VALIDATION.
 */
export function checkMemo(
  field: 'destinationAddressMemo' | 'refundAddressMemo',
  memo: string | null,
  address: string,
  side: Side,
): void {
  if (memo === null) return;
  const { memo: carried } = splitAddress(side.network, address);
  if (carried !== null && carried !== memo) {
    throw fieldError(field, 'error_memo_incorrect', `The address contains a different ${side.network.memoName ?? 'memo'}.`);
  }
  if (validateMemo(side.network, memo)) return;
  if (memo !== cleanMachineText(memo)) {
    throw fieldError(
      field,
      'error_memo_unseen',
      'The memo contains invisible characters or unusual spaces. Send it without them.',
    );
  }
  const name = side.network.memoName;
  throw fieldError(
    field,
    'error_memo_incorrect',
    name ? `This isn't a valid ${name}.` : `${side.network.friendlyTitle} does not use memos.`,
  );
}

/** Returns the trimmed text; null when it is empty. */
export function blankToNull(text: string | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}
