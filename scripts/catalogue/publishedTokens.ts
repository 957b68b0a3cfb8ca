import { readFileSync } from 'node:fs';
import type { WantedToken } from './wanted.ts';

/** A token as a published list has it. */
export interface PublishedToken {
  network: string;
  symbol: string;
  name: string;
  contract: string;
  decimals: number;
  /** The package that has the list, and its version */
  source: string;
}

/**
 * Finds a wanted token in what `extractTokens.ts` took out of published lists. Throws a sentence when no list has it or when the choice is
 * not clear.
 */
export function openPublishedTokens(): (wanted: WantedToken) => PublishedToken {
  const path = new URL('../../resources/catalogue/publishedTokens.json', import.meta.url);
  const tokens: PublishedToken[] = JSON.parse(readFileSync(path, 'utf8'));

  return ({ network, symbol, contractStart, slug }) => {
    const fitting = tokens.filter(
      (token) => token.network === network && token.symbol === symbol && token.contract.startsWith(contractStart),
    );
    const [found, ...others] = fitting.filter(({ source }) => source === fitting[0]?.source);
    if (!found) throw new Error(`${slug}: no published list has ${symbol} on ${network}`);
    if (others.length > 0) {
      const choices = [found, ...others].map(({ contract, name }) => `${contract} (${name})`).join(', ');
      throw new Error(`${slug}: several tokens are called ${symbol} on ${network}: ${choices}`);
    }
    return found;
  };
}
