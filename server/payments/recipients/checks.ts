import { ApiError } from '../../../contract/errors.ts';
import { isUnpayableForm } from '../../../contract/input/unpayableForms.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { validateAddress } from '../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../instruments/catalogue.ts';
import type { PaymentContext } from '../paymentContext.ts';
import { isClientBlacklisted, type ClientData } from './blacklist.ts';
import { isOwnAddress } from './ownAddresses.ts';

/** An instrument with its network. */
export interface Side {
  instrument: CatalogueInstrument;
  network: Network;
}

/** Returns an ERR_VALIDATION that names the field and the message key to show next to it. */
export function fieldError(field: string, code: string, message: string): ApiError {
  return new ApiError('ERR_VALIDATION', message, { field, code });
}

/**
 * Throws ERR_VALIDATION with the message key of §5 in `details.code`: error_address_incorrect or one of `UNPAYABLE_FORMS`. `details.reason`
 * is the code of the address check, `details.contractOf` the token whose contract it is.
 */
export function checkAddress(context: Pick<PaymentContext, 'catalogue'>, field: string, address: string, side: Side): void {
  const { valid, code, contractOf } = validateAddress(side.network, side.instrument, address, context.catalogue);
  if (valid) return;
  const key = isUnpayableForm(code) ? code : 'error_address_incorrect';
  throw new ApiError('ERR_VALIDATION', `This isn't a valid ${side.network.friendlyTitle} address that can receive this coin.`, {
    field,
    code: key,
    reason: code,
    ...(contractOf && { contractOf: contractOf.currencyTitle }),
  });
}

/** Time limit of the check of a token's blocklist, so that a slow network delays no customer. */
const BLOCKLIST_TIMEOUT_MS = 3_000;

/**
 * Rejects an address that the token blocks already: a payment to it would be refused. Throws ERR_VALIDATION. A network that does
 * not answer blocks nothing: the payment is checked again when it is sent.
 */
export async function checkNotBlocked(
  context: PaymentContext,
  field: string,
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

/** Throws ERR_VALIDATION when the address is one of ours: what we send there would be nobody's, or another customer's deposit. */
export async function checkNotOwn(context: PaymentContext, field: string, address: string, network: Network): Promise<void> {
  if (!(await isOwnAddress(context, network, address))) return;
  throw fieldError(field, 'error_address_ours', 'This address belongs to this exchange. Enter one of your own addresses.');
}

/** Throws ERR_FORBIDDEN "Client data is blacklisted" (D51). */
export async function checkBlacklist(context: PaymentContext, client: ClientData): Promise<void> {
  if (!(await isClientBlacklisted(context, context.database, client))) return;
  throw new ApiError('ERR_FORBIDDEN', 'Client data is blacklisted');
}
