import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { Catalogue, Network } from '../instruments/catalogue.ts';
import { minConfirmations } from '../instruments/loadCatalogue.ts';

const MINUTE_SECONDS = 60;
/**
 * Returns the rows of a Markdown table, sorted by name: network, its short title, the confirmations of a deposit, how long they usually
 * take, and the network's word for a memo.
 */
export function networkRows(catalogue: Catalogue, networks: readonly Network[], locale: LocaleCode): string {
  return networks
    .toSorted((one, other) => one.friendlyTitle.localeCompare(other.friendlyTitle, locale))
    .map((network) => {
      const coin = catalogue.instruments.get(network.nativeInstrument);
      const confirmations = coin ? minConfirmations(catalogue, coin) : network.minConfirmations;
      const time = writeSeconds(confirmations * network.blockSeconds, locale);
      return `| ${[network.friendlyTitle, network.title, confirmations, time, network.memoName ?? '–'].join(' | ')} |`;
    })
    .join('\n');
}

/** 20 → "20 sec", 1200 → "20 min" */
function writeSeconds(seconds: number, locale: LocaleCode): string {
  const [value, unit] = seconds < MINUTE_SECONDS ? [Math.max(1, seconds), 'second'] : [seconds / MINUTE_SECONDS, 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value);
}
