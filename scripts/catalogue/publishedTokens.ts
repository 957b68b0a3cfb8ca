import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WantedToken } from './wanted.ts';

/** A token as a published list has it. */
export interface PublishedToken {
  symbol: string;
  name: string;
  contract: string;
  decimals: number;
  source: string;
}

/** Chain numbers of the Uniswap list, which gives Solana a number of its own. */
const CHAIN_IDS: Readonly<Record<string, number>> = {
  ethereum: 1,
  optimism: 10,
  bsc: 56,
  unichain: 130,
  polygon: 137,
  monad: 143,
  xlayer: 196,
  zksync: 324,
  worldchain: 480,
  base: 8453,
  arbitrum: 42_161,
  celo: 42_220,
  avalanche: 43_114,
  solana: 501_000_101,
};

interface TokenList {
  version: { major: number; minor: number; patch: number };
  tokens: { chainId: number; address: string; name: string; symbol: string; decimals: number }[];
}

interface Extract {
  source: string;
  tokens: { network: string; symbol: string; name: string; contract: string; decimals: number }[];
}

/**
 * Finds a wanted token: first in the Uniswap list, then in the extract of @ledgerhq/cryptoassets. Where both have the
 * contract they must agree on its digits. Throws a sentence when no list has it or when the choice is not clear.
 */
export function openPublishedTokens(): (wanted: WantedToken) => PublishedToken {
  const listPath = fileURLToPath(import.meta.resolve('@uniswap/default-token-list/build/uniswap-default.tokenlist.json'));
  const list: TokenList = JSON.parse(readFileSync(listPath, 'utf8'));
  const extract: Extract = JSON.parse(
    readFileSync(new URL('../../resources/catalogue/cryptoassets.json', import.meta.url), 'utf8'),
  );
  const listSource = `@uniswap/default-token-list ${list.version.major}.${list.version.minor}.${list.version.patch}`;

  return ({ network, symbol, contractStart, slug }) => {
    const fits = (token: { symbol: string }, contract: string): boolean =>
      token.symbol === symbol && contract.startsWith(contractStart);
    const listed = list.tokens
      .filter((token) => token.chainId === CHAIN_IDS[network] && fits(token, token.address))
      .map(({ address, name, decimals }) => ({ symbol, name, contract: address, decimals, source: listSource }));
    const extracted = extract.tokens
      .filter((token) => token.network === network && fits(token, token.contract))
      .map(({ name, contract, decimals }) => ({ symbol, name, contract, decimals, source: extract.source }));
    for (const token of listed) {
      const second = extracted.find(({ contract }) => contract.toLowerCase() === token.contract.toLowerCase());
      if (second && second.decimals !== token.decimals)
        throw new Error(`${slug}: the lists disagree on the digits of ${token.contract}`);
    }
    const [found, ...others] = listed.length > 0 ? listed : extracted;
    if (!found) throw new Error(`${slug}: no published list has ${symbol} on ${network}`);
    if (others.length > 0) {
      const choices = [found, ...others].map(({ contract, name }) => `${contract} (${name})`).join(', ');
      throw new Error(`${slug}: several tokens are called ${symbol} on ${network}: ${choices}`);
    }
    return found;
  };
}
