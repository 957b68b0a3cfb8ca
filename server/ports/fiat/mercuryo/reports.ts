import { createHmac } from 'node:crypto';
import { isDecimal } from '../../../../contract/money.ts';
import { equalInConstantTime } from '../../../common/hashing.ts';
import { ProviderUnavailableError, type ProviderReport } from '../fiatProvider.ts';
import type { PartnerAccess } from '../fiatSettings.ts';
import { field, parseExact, textOf, type Json } from './partnerCalls.ts';

type SignedBy = Pick<PartnerAccess, 'signKey' | 'signedForm'>;

/** Returns the signature of a callback: hex HMAC-SHA256 of its bytes. */
export function signCallback(body: Buffer, signKey: string): string {
  return createHmac('sha256', signKey).update(body).digest('hex');
}

/**
 * Returns whether a signature is that of the body: as it was received, or, where the provider signs `dense`, without white space. Two
 * versions of the provider's documentation disagree. In the dense form a forger can add spaces to a callback that was captured.
 */
export function isSigned(body: Buffer, signature: string, { signKey, signedForm }: SignedBy): boolean {
  const signed = signedForm === 'dense' ? Buffer.from(body.toString('latin1').replaceAll(/\s/g, ''), 'latin1') : body;
  return equalInConstantTime(signCallback(signed, signKey), signature.toLowerCase());
}

/** Reads the body of a callback, with or without the envelope of older versions. Throws a ProviderUnavailableError. */
export function readReport(body: string): ProviderReport {
  let json: Json;
  try {
    json = parseExact(body);
  } catch (error) {
    throw new ProviderUnavailableError('A callback is not JSON.', { cause: error });
  }
  return reportOf(field(json, 'payload', 'data') ?? field(json, 'data'));
}

/** Reads a transaction, which callbacks and look-ups describe alike. Throws a ProviderUnavailableError. */
export function reportOf(data: Json | undefined, type = textOf(data, 'type')): ProviderReport {
  const updatedAt = Number(textOf(data, 'updated_at_ts'));
  if (!Number.isSafeInteger(updatedAt)) throw new ProviderUnavailableError('A report has no readable time.');
  return {
    externalId: textOf(data, 'id'),
    type,
    status: textOf(data, 'status'),
    updatedAt,
    purchaseId: textOrNull(field(data, 'merchant_transaction_id')),
    txHash: textOrNull(field(data, 'tx', 'id')),
    cardEnding: textOrNull(field(data, 'card', 'number'))?.slice(-4) ?? null,
    amount: decimalOrNull(field(data, 'amount')),
    coin: textOrNull(field(data, 'currency')),
    fiatCurrency: textOrNull(field(data, 'fiat_currency')),
    fiatAmount: decimalOrNull(field(data, 'fiat_amount')),
    address: textOrNull(field(data, 'tx', 'address')),
  };
}

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);
const decimalOrNull = (value: Json | undefined): string | null => {
  const isKnown: boolean = isDecimal(value);
  return isKnown && typeof value === 'string' ? value : null;
};
