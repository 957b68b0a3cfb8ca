import { isBareAddress, isOnNetwork, readPaymentUri } from '../../contract/paymentUri/readPaymentUri.ts';
import type { Network } from './catalogue.ts';

/**
 * Returns the address in a text that was entered for a network. A chain in front of it (EIP-3770, CAIP-10, EIP-681) is removed only if it
 * names this network (D84). Any other text is returned without blanks around it, and is no valid address.
 */
export function enteredAddress(network: Network, text: string): string {
  const uri = readPaymentUri(text);
  return uri && isBareAddress(uri) && isOnNetwork(uri, network) ? uri.address : text.trim();
}
