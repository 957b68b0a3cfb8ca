import { isOnNetwork, readPaymentUri } from '../../../contract/paymentUri/readPaymentUri.ts';
import type { Catalogue, CatalogueInstrument, Network, NetworkFamily } from '../catalogue.ts';
import { algorand } from './algorand.ts';
import { dash, dogecoin, tezos, tron } from './base58Families.ts';
import { bitcoincash } from './bitcoinCash.ts';
import { cardano } from './cardano.ts';
import { cosmos } from './cosmos.ts';
import { eos } from './eos.ts';
import { evm } from './evm.ts';
import { hedera } from './hedera.ts';
import { iotex } from './iotex.ts';
import { monero } from './monero.ts';
import { moveHex } from './moveHex.ts';
import { near } from './near.ts';
import { polkadot } from './polkadot.ts';
import { ripple } from './ripple.ts';
import type { AddressRejectCode, AddressRules } from './rules.ts';
import { bitcoin, litecoin } from './segwit.ts';
import { solana } from './solana.ts';
import { stellar } from './stellar.ts';
import { tokenOfContract } from './tokenContracts.ts';
import { ton } from './ton.ts';
import { zcash } from './zcash.ts';

export { validateMemo } from './memo.ts';

/** Longer than any address of any family, and what the wire lets through. */
const LONGEST_ADDRESS = 256;
/** A name of ENS, Unstoppable Domains or a similar service: "vitalik.eth". A trailing label of letters tells it from an amount. */
const NAME = /^[^\s.:/@]+(?:\.[^\s.:/@]+)*\.\p{L}{1,20}$/u;

const RULES = {
  bitcoin,
  litecoin,
  dogecoin,
  dash,
  zcash,
  bitcoincash,
  evm,
  tron,
  solana,
  ripple,
  stellar,
  ton,
  cosmos,
  monero,
  cardano,
  polkadot,
  eos,
  hedera,
  algorand,
  near,
  tezos,
  aptos: moveHex,
  sui: moveHex,
  iotex,
} satisfies Record<Exclude<NetworkFamily, 'fiat'>, AddressRules>;

/** Fiat money has no addresses. */
function rulesOf(network: Network): AddressRules | undefined {
  return network.family === 'fiat' ? undefined : RULES[network.family];
}

/** `contractOf`: the token whose contract the address is */
export type AddressCheck =
  | { valid: true; code?: never; contractOf?: never }
  | { valid: false; code: AddressRejectCode; contractOf?: CatalogueInstrument };

/**
 * Whether `address` can be paid in the instrument on its network: form, checksum, main or test network, and not a token's
 * contract. Without a catalogue only the instrument's own contract is known. With one, the contracts of all tokens are, and an
 * address of another network is reported as such. Takes the address as it will be used: no blanks are trimmed here.
 */
export function validateAddress(
  network: Network,
  instrument: CatalogueInstrument,
  address: string,
  catalogue?: Catalogue,
): AddressCheck {
  const rules = rulesOf(network);
  if (!rules || address.length > LONGEST_ADDRESS) return { valid: false, code: 'address_incorrect' };
  const verdict = rules.judge(address, network);
  const token = contractOf(network, instrument, address, verdict === 'valid', catalogue);
  if (token) return { valid: false, code: 'address_contract', contractOf: token };
  if (verdict === 'valid') return { valid: true };
  const form = rules.unpayable?.find(([pattern]) => pattern.test(address))?.[1];
  if (form) return { valid: false, code: form };
  if (verdict !== 'address_incorrect') return { valid: false, code: verdict };
  if (catalogue !== undefined && detectNetworks(address, catalogue).length > 0)
    return { valid: false, code: 'address_wrong_network' };
  // A name of a network with names of its own (NEAR, EOS) is not valid for another reason.
  return { valid: false, code: NAME.test(address) && rules.isTelling === undefined ? 'address_name' : verdict };
}

function contractOf(
  network: Network,
  instrument: CatalogueInstrument,
  address: string,
  isValid: boolean,
  catalogue?: Catalogue,
): CatalogueInstrument | null {
  if (catalogue) return tokenOfContract(address, network, isValid, catalogue, rulesOf);
  const { contractAddress } = instrument;
  return isValid && contractAddress !== null && sameAddress(network, contractAddress, network, address) ? instrument : null;
}

/**
 * Friendly titles of the networks on which the address is valid, in the catalogue's order: "this is a TRON address".
 * EVM networks share their addresses, so the first one speaks for all. A payment request or a chain in front of the address says
 * more (D84). Families whose addresses could be any word are left out.
 */
export function detectNetworks(address: string, catalogue: Catalogue): string[] {
  if (address.length > LONGEST_ADDRESS) return [];
  const titles: string[] = [];
  let isEvmNamed = false;
  const uri = readPaymentUri(address);
  const isMeant = (network: Network, rules: AddressRules): boolean =>
    uri
      ? isOnNetwork(uri, network) && rules.judge(uri.address, network) === 'valid'
      : rules.isTelling?.(address) !== false && rules.judge(address, network) === 'valid';
  for (const network of catalogue.networks.values()) {
    const rules = rulesOf(network);
    if (!rules || (network.family === 'evm' && isEvmNamed) || !isMeant(network, rules)) continue;
    isEvmNamed ||= network.family === 'evm';
    titles.push(network.friendlyTitle);
  }
  return titles;
}

/**
 * Whether two valid addresses belong to one account (D86). Compared within a family, so that one EVM account is the same on all EVM
 * networks; addresses of different families never are.
 */
export function sameAddress(leftNetwork: Network, left: string, rightNetwork: Network, right: string): boolean {
  if (!rulesOf(leftNetwork) || leftNetwork.family !== rightNetwork.family) return false;
  return normaliseAddress(leftNetwork, left) === normaliseAddress(rightNetwork, right);
}

/** An address and the memo beside it. */
export interface Recipient {
  address: string;
  memo: string | null;
}

/** Whether two recipients on a network are one: the same account with the same memo, which the address itself may contain. */
export function sameRecipient(network: Network, left: Recipient, right: Recipient): boolean {
  const routingOf = ({ address, memo }: Recipient): string | null => memo ?? rulesOf(network)?.routingOf?.(address) ?? null;
  return sameAddress(network, left.address, network, right.address) && routingOf(left) === routingOf(right);
}

/**
 * The normal form of the account behind a valid address, for comparing and for looking up; not meant to be shown. An embedded network
 * records it, so that it is an address itself.
 */
export function normaliseAddress(network: Network, address: string): string {
  return rulesOf(network)?.normalise(address, network) ?? address;
}

/** The {@link normaliseAddress} of each network on which the address is valid, each once. */
export function normalForms(address: string, catalogue: Catalogue): string[] {
  if (address.length > LONGEST_ADDRESS) return [];
  const forms = [...catalogue.networks.values()].flatMap((network) => {
    const rules = rulesOf(network);
    return rules?.judge(address, network) === 'valid' ? [rules.normalise(address, network)] : [];
  });
  return [...new Set(forms)];
}

/** A valid mainnet address made from 32 bytes, always the same for the same bytes (D12). Throws a RangeError for fiat or other lengths. */
export function addressFromDigest(network: Network, digest: Uint8Array): string {
  const rules = rulesOf(network);
  if (!rules) throw new RangeError(`${network.slug} has no addresses`);
  if (digest.length !== 32) throw new RangeError(`An address is made from 32 bytes, not from ${digest.length}`);
  return rules.encode(digest, network);
}

/**
 * What the network pays for a valid address: an XRP X-address or a multiplexed Stellar account is the account in it with a memo (D86).
 * Any other address stays as it is, without a memo.
 */
export function splitAddress(network: Network, address: string): Recipient {
  const routingOf = network.memoName === null ? undefined : rulesOf(network)?.routingOf;
  return routingOf ? { address: normaliseAddress(network, address), memo: routingOf(address) } : { address, memo: null };
}
