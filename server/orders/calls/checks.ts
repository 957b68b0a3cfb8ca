import { clientGroup } from '../../../contract/clientGroup.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import { CLAIMED_DEPOSIT_DECIMALS } from '../../../contract/limits.ts';
import { amount, isPositive, round } from '../../../contract/money.ts';
import { isBlacklisted } from '../../db/repositories/keys.ts';
import type { BlacklistTable } from '../../db/tables/orders.ts';
import { normalForms, sameAddress, splitAddress, validateAddress, validateMemo } from '../../instruments/addresses/index.ts';
import { requireSide } from '../../instruments/availability.ts';
import type { CatalogueInstrument, Network } from '../../instruments/catalogue.ts';
import { instrumentOf, type OrderContext } from '../core/context.ts';

/** The fields of the form that a customer can be told about; the codes are message keys of specification §5. */
type Field = 'destinationAddress' | 'destinationAddressMemo' | 'refundAddress' | 'refundAddressMemo' | 'claimedDepositAmount';

export interface Side {
  instrument: CatalogueInstrument;
  network: Network;
}

/** ERR_VALIDATION that names the field and the message shown beside it. */
export function fieldError(field: Field, code: string, message: string): ApiError {
  return new ApiError('ERR_VALIDATION', message, { field, code });
}

/**
 * The two instruments of an order. Throws ERR_NOT_FOUND (unknown slug), ERR_VALIDATION (titles that are not the slug's,
 * or twice the same), ERR_NOT_ACCEPTABLE (fiat, D27) and ERR_PAIR_NOT_ACTIVE (paused or not connected).
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
  if (instrument.type === 'fiat') throw new ApiError('ERR_NOT_ACCEPTABLE', 'Orders in fiat money are not offered here.');
  if (context.catalogue.find(named.currencyTitle, named.networkTitle)?.slug !== named.slug) {
    throw new ApiError('ERR_VALIDATION', `${field} names titles that are not those of ${named.slug}.`, { field });
  }
  return { instrument, network: context.catalogue.networkOf(instrument) };
}

/** What is claimed can be sent exactly, and is what the price is for (D2). Throws ERR_VALIDATION. */
export function checkClaimedAmount(claimed: string, { instrument }: Side): void {
  const decimals = Math.min(CLAIMED_DEPOSIT_DECIMALS, instrument.precisionDecimals);
  if (!isPositive(claimed) || !round(amount(claimed), decimals, 'down').eq(amount(claimed))) {
    throw fieldError('claimedDepositAmount', 'error_amount', `The amount must be positive, with at most ${decimals} decimals.`);
  }
}

/** Throws ERR_VALIDATION with the message key of §5: empty, incorrect, or IoTeX's own. */
export function checkAddress(
  context: OrderContext,
  field: 'destinationAddress' | 'refundAddress',
  address: string,
  side: Side,
): void {
  const { valid, code } = validateAddress(side.network, side.instrument, address, context.catalogue);
  if (valid) return;
  const key = code === 'address_reject_iotx' ? 'address_reject_iotx' : 'error_address_incorrect';
  throw new ApiError('ERR_VALIDATION', `This is no ${side.network.friendlyTitle} address that can receive.`, {
    field,
    code: key,
    ...(code && { reason: code }),
  });
}

/**
 * A memo is optional (the form asks for it, or for a tick); one that is there must be the network's (§5), and the same as
 * the one that the address itself may carry.
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
    throw fieldError(field, 'error_memo_incorrect', `The address carries another ${side.network.memoName ?? 'memo'} than this.`);
  }
  if (validateMemo(side.network, memo)) return;
  const name = side.network.memoName;
  throw fieldError(
    field,
    'error_memo_incorrect',
    name ? `This is no valid ${name}.` : `${side.network.friendlyTitle} has no memos.`,
  );
}

/** D10: what comes back must not go where the exchanged coins go. */
export function checkRefundDiffers(
  refund: { address: string; network: Network },
  destination: { address: string; network: Network },
): void {
  if (!sameAddress(refund.network, refund.address, destination.network, destination.address)) return;
  throw fieldError('refundAddress', 'error_address_must_be_different', 'The refund address must differ from the destination.');
}

/**
 * Throws ERR_FORBIDDEN "Client data is blacklisted" (D51), whatever spelling of an address is listed or given, and whichever
 * of its own addresses a listed client comes from.
 */
export async function checkBlacklist(
  context: OrderContext,
  client: { addresses: readonly (string | null | undefined)[]; email?: string | null | undefined; clientAddress: string | null },
): Promise<void> {
  const values = [
    ...client.addresses.flatMap((address) => spellings(context, address).flatMap((spelling) => listed('ADDRESS', spelling))),
    ...listed('EMAIL', client.email),
    ...listed('CLIENT', client.clientAddress),
    ...listed('CLIENT', client.clientAddress && clientGroup(client.clientAddress)),
  ];
  if (await isBlacklisted(context.database, values)) throw new ApiError('ERR_FORBIDDEN', 'Client data is blacklisted');
}

function spellings({ catalogue }: OrderContext, address: string | null | undefined): string[] {
  return address ? [address, ...normalForms(address, catalogue)] : [];
}

function listed(kind: BlacklistTable['kind'], value: string | null | undefined): { kind: typeof kind; value: string }[] {
  return value ? [{ kind, value }] : [];
}

/** An empty memo or address of a form is none. */
export function blankToNull(text: string | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}
