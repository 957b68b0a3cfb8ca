import { ApiError } from '../../../contract/errors.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { amount, isPositive, round } from '../../../contract/money.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { sameAddress, splitAddress, validateAddress, validateMemo } from '../../instruments/addresses/index.ts';
import { requireSide } from '../../instruments/availability.ts';
import type { CatalogueInstrument, Network } from '../../instruments/catalogue.ts';
import { isClientBlacklisted, type ClientData } from '../core/blacklist.ts';
import { type OrderContext } from '../core/context.ts';
import { instrumentOf } from '../../instruments/lookup.ts';
import { isOwnAddress } from '../core/ownAddresses.ts';

type AddressField = 'destinationAddress' | 'refundAddress' | 'address';
/** Fields of a call that a validation error can name. The error codes are message keys of §5. */
type Field = AddressField | 'amount' | 'destinationAddressMemo' | 'refundAddressMemo' | 'claimedDepositAmount';

export interface Side {
  instrument: CatalogueInstrument;
  network: Network;
}

/** Returns an ERR_VALIDATION that names the field and the message key to show next to it. */
export function fieldError(field: Field, code: string, message: string): ApiError {
  return new ApiError('ERR_VALIDATION', message, { field, code });
}

/**
 * Returns the two instruments of an order with their networks. Throws ERR_NOT_FOUND (unknown slug), ERR_VALIDATION (titles
 * do not match the slug, or the instruments are the same), ERR_NOT_ACCEPTABLE (fiat, D27) and ERR_PAIR_NOT_ACTIVE.
 */
export function checkPair(context: OrderContext, input: Pick<CreateOrderInput, 'instrumentFrom' | 'instrumentTo'>): [Side, Side] {
  const from = sideOf(context, input.instrumentFrom, 'instrumentFrom');
  const to = sideOf(context, input.instrumentTo, 'instrumentTo');
  if (from.instrument.slug === to.instrument.slug) {
    throw new ApiError('ERR_VALIDATION', 'The coins to send and to receive must differ.', { field: 'instrumentTo' });
  }
  requireSide(context.availability, from.instrument, 'send');
  requireSide(context.availability, to.instrument, 'receive');
  return [from, to];
}

function sideOf(context: OrderContext, named: CreateOrderInput['instrumentFrom'], field: string): Side {
  const instrument = instrumentOf(context, named.slug);
  if (instrument.type === 'fiat') throw new ApiError('ERR_NOT_ACCEPTABLE', 'Fiat orders are not supported by this call.');
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
 * Throws ERR_VALIDATION with the message key of §5 in `details.code`: error_address_incorrect or address_reject_iotx. `details.reason`
 * is the code of the address check, `details.contractOf` the token whose contract it is.
 */
export function checkAddress(context: OrderContext, field: AddressField, address: string, side: Side): void {
  const { valid, code, contractOf } = validateAddress(side.network, side.instrument, address, context.catalogue);
  if (valid) return;
  const key = code === 'address_reject_iotx' ? 'address_reject_iotx' : 'error_address_incorrect';
  throw new ApiError('ERR_VALIDATION', `This isn't a valid ${side.network.friendlyTitle} address that can receive this coin.`, {
    field,
    code: key,
    reason: code,
    ...(contractOf && { contractOf: contractOf.currencyTitle }),
  });
}

/** Time limit of the check of a token's blocklist, so that a slow network delays no order. */
const BLOCKLIST_TIMEOUT_MS = 3_000;

/**
 * Rejects an address that the token blocks already: a payment to it would be refused. Throws ERR_VALIDATION. A network that does
 * not answer blocks nothing: the payment is checked again when it is sent.
 */
export async function checkNotBlocked(
  context: OrderContext,
  field: AddressField,
  address: string,
  { instrument, network }: Side,
): Promise<void> {
  const gateway = context.gateways.get(network.slug);
  if (!gateway?.isBlocked) return;
  const check = withTimeout(gateway.isBlocked(instrument.slug, address), BLOCKLIST_TIMEOUT_MS);
  const isBlocked = await check.catch((error: unknown) => {
    context.log.warn({ err: error, instrument: instrument.slug }, 'the blocklist of a token could not be read');
    return false;
  });
  if (!isBlocked) return;
  const message = `The contract of ${instrument.currencyTitle} blocks this address. Use another one.`;
  throw fieldError(field, 'error_address_blocked', message);
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
  const name = side.network.memoName;
  throw fieldError(
    field,
    'error_memo_incorrect',
    name ? `This isn't a valid ${name}.` : `${side.network.friendlyTitle} does not use memos.`,
  );
}

/** Throws ERR_VALIDATION when the address is one of ours: what we send there would be nobody's, or another order's deposit. */
export async function checkNotOwn(context: OrderContext, field: AddressField, address: string, network: Network): Promise<void> {
  if (!(await isOwnAddress(context, network, address))) return;
  throw fieldError(field, 'error_address_ours', 'This address belongs to this exchange. Enter one of your own addresses.');
}

/** Throws ERR_VALIDATION when the refund address is the destination (D10). */
export function checkRefundDiffers(
  refund: { address: string; network: Network },
  destination: { address: string; network: Network },
): void {
  if (!sameAddress(refund.network, refund.address, destination.network, destination.address)) return;
  throw fieldError('refundAddress', 'error_address_must_be_different', 'The refund address must differ from the destination.');
}

/** Throws ERR_FORBIDDEN "Client data is blacklisted" (D51). */
export async function checkBlacklist(context: OrderContext, client: ClientData): Promise<void> {
  if (!(await isClientBlacklisted(context, context.database, client))) return;
  throw new ApiError('ERR_FORBIDDEN', 'Client data is blacklisted');
}

/** Returns the trimmed text; null when it is empty. */
export function blankToNull(text: string | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}
