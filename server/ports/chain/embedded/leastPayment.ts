import { compare, fromBaseUnits, type Decimal } from '../../../../contract/money.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { BITCOIN_FAMILIES, COINS, type BitcoinFamily } from '../bitcoin/coinParameters.ts';
import { leastUnits } from '../bitcoin/coinSelection.ts';
import { createBitcoinAddresses } from '../bitcoin/keys/bitcoinAddresses.ts';
import { BelowLeastPaymentError, ChainRefusedError } from '../chainGateway.ts';

/** What a network asks of payments to an address, in its native coin. */
interface AccountRules {
  /** Of every payment */
  least?: Decimal;
  /** Of the first payment to an address: a reserve, rent or existential deposit. Here, an address that holds nothing has no account. */
  newAccount?: Decimal;
  /** Tokens only arrive at accounts that exist. On the real network they must also have accepted the token (trustline, opt-in). */
  hasTrustlines?: true;
}

/**
 * Sources: XRP Ledger's "Reserves" (base reserve), Stellar's "Minimum balance" (two base reserves), Solana's `getMinimumBalanceForRentExemption`
 * of 0 bytes, `EXISTENTIAL_DEPOSIT` of the Asset Hubs (polkadot-fellows/runtimes), Cardano's `utxoCostPerByte` for a base address (CIP-55),
 * Algorand's minimum balance, Zebra's `TransparentOutput::is_dust`. The networks that are not named deliver every amount: what a new
 * account costs there is paid by the sender.
 */
const RULES: ReadonlyMap<string, AccountRules> = new Map([
  ['ripple', { newAccount: '1', hasTrustlines: true }],
  ['stellar', { newAccount: '1', hasTrustlines: true }],
  ['solana', { newAccount: '0.00089088' }],
  ['polkadot', { newAccount: '0.01' }],
  ['kusama', { newAccount: '0.000003333333' }],
  ['algorand', { newAccount: '0.1', hasTrustlines: true }],
  ['cardano', { least: '0.96975' }],
  ['zcash', { least: '0.00000054' }],
]);

interface Place {
  network: Network;
  native: CatalogueInstrument;
}

/** Whether an address holds anything */
type IsHolder = (address: string) => Promise<boolean>;

/** Whether the network has a least payment at all. */
export const hasLeastPayment = (network: Network): boolean => RULES.has(network.slug) || bitcoinFamilyOf(network) !== undefined;

/** Returns what `ChainGateway.leastPayment` returns. Only networks with accounts are asked who holds anything. */
export async function leastPaymentTo(
  { network, native }: Place,
  instrument: string,
  toAddress: string | null,
  isHolder: IsHolder,
): Promise<Decimal> {
  const family = bitcoinFamilyOf(network);
  if (family) return dustOf(family, native, toAddress);
  const { least = '0', newAccount, hasTrustlines = false } = RULES.get(network.slug) ?? {};
  const isNative = instrument === native.slug;
  const isAnyAccount = isNative ? newAccount === undefined : !hasTrustlines;
  if (toAddress === null || isAnyAccount) return isNative ? least : '0';
  if (await isHolder(normaliseAddress(network, toAddress))) return '0';
  if (!isNative) throw new ChainRefusedError('the address has no account that accepts the token');
  return newAccount ?? least;
}

/** Throws BelowLeastPaymentError and ChainRefusedError for a payment that a node would not relay. */
export async function requireDelivered(
  place: Place,
  payment: { instrument: CatalogueInstrument; toAddress: string; amount: Decimal },
  isHolder: IsHolder,
): Promise<void> {
  const least = await leastPaymentTo(place, payment.instrument.slug, payment.toAddress, isHolder);
  if (compare(payment.amount, least) < 0) throw new BelowLeastPaymentError();
}

function bitcoinFamilyOf({ family }: Network): BitcoinFamily | undefined {
  return BITCOIN_FAMILIES.find((one) => one === family);
}

function dustOf(family: BitcoinFamily, { decimals }: CatalogueInstrument, toAddress: string | null): Decimal {
  const units = leastUnits(createBitcoinAddresses(COINS[family], 'main'), COINS[family], toAddress);
  if (units === undefined) throw new ChainRefusedError('the address can not be paid on this network');
  return fromBaseUnits(units, decimals);
}
