import type { Instrument } from '../../contract/api/instruments.ts';

/** Returns false for a token, and for a coin on another coin's network, such as ETH on Arbitrum. True if the host states no network. */
export function isOwnNetwork({ contractAddress, currencyTitle, currencyFriendlyTitle, network }: Instrument): boolean {
  if (network === undefined) return true;
  const { friendlyTitle } = network;
  return !contractAddress && (friendlyTitle === currencyTitle || friendlyTitle.startsWith(currencyFriendlyTitle));
}
