import type { Instrument } from './api/instruments.ts';
import { toBaseUnits, type Decimal } from './money.ts';

/** What a wallet is asked to pay. `amount` in the instrument. */
export interface PaymentRequest {
  instrument: Instrument;
  address: string;
  amount: Decimal;
  memo: string | null;
}

/**
 * The address that a wallet opens with everything filled in (BIP-21, EIP-681, Solana Pay, CIP-13, TON deep links); null
 * where the network has none, or where a wallet could take a token's payment for one in the network's own coin.
 */
export function buildPaymentUri({ instrument, address, amount, memo }: PaymentRequest): string | null {
  const { network, contractAddress } = instrument;
  const scheme = network?.paymentUriScheme;
  if (!network || !scheme) return null;
  switch (network.family) {
    case 'bitcoin':
    case 'litecoin':
    case 'dogecoin':
    case 'dash':
    case 'zcash':
    case 'bitcoincash':
      return `${scheme}:${withoutPrefix(address, scheme)}?amount=${amount}`;
    case 'monero':
      return `${scheme}:${address}?tx_amount=${amount}`;
    case 'cardano':
      return contractAddress === null ? `${scheme}:${address}?amount=${amount}` : null;
    case 'algorand':
      return algorandPayment(scheme, { instrument, address, amount, memo });
    case 'solana':
      return solanaPay(scheme, { instrument, address, amount, memo });
    case 'ton':
      return tonTransfer({ instrument, address, amount, memo });
    case 'evm':
      return ethereumPayment(scheme, { instrument, address, amount, memo });
    default:
      return null;
  }
}

function withoutPrefix(address: string, scheme: string): string {
  return address.startsWith(`${scheme}:`) ? address.slice(scheme.length + 1) : address;
}

function query(parameters: Record<string, string | null | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function solanaPay(scheme: string, { instrument, address, amount, memo }: PaymentRequest): string | null {
  if (instrument.contractAddress === undefined) return null;
  return `${scheme}:${address}${query({ amount, 'spl-token': instrument.contractAddress, memo })}`;
}

/** ARC-26; an asset's "contract" is its number. */
function algorandPayment(scheme: string, { instrument, address, amount, memo }: PaymentRequest): string | null {
  const units = baseUnits(instrument, amount);
  if (units === null || instrument.contractAddress === undefined) return null;
  return `${scheme}://${address}${query({ amount: units, asset: instrument.contractAddress, xnote: memo })}`;
}

function tonTransfer({ instrument, address, amount, memo }: PaymentRequest): string | null {
  const units = baseUnits(instrument, amount);
  if (units === null || instrument.contractAddress === undefined) return null;
  return `ton://transfer/${address}${query({ amount: units, jetton: instrument.contractAddress, text: memo })}`;
}

/** EIP-681. A token's amount is left out where its base unit is not known: the wallet then asks for it. */
function ethereumPayment(scheme: string, { instrument, address, amount }: PaymentRequest): string | null {
  const { contractAddress, network } = instrument;
  if (contractAddress === undefined) return null;
  const chain = network?.chainId ? `@${network.chainId}` : '';
  const units = baseUnits(instrument, amount);
  if (contractAddress === null) return `${scheme}:${address}${chain}${query({ value: units })}`;
  return `${scheme}:${contractAddress}${chain}/transfer${query({ address, uint256: units })}`;
}

/** null where the base unit is not known, or too coarse for the amount. */
function baseUnits({ decimals }: Instrument, amount: Decimal): string | null {
  const fraction = amount.split('.')[1] ?? '';
  return decimals === undefined || fraction.length > decimals ? null : toBaseUnits(amount, decimals).toString();
}
