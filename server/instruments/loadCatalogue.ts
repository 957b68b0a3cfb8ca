import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMR_MIN_CONFIRMATIONS } from '../../contract/limits.ts';
import { resourcePath } from '../common/resourcePath.ts';
import type { Catalogue, CatalogueInstrument, Network } from './catalogue.ts';
import { checkCatalogue } from './checkCatalogue.ts';

function readEntries<Entry>(file: string): Entry[] {
  const entries: Entry[] = JSON.parse(readFileSync(file, 'utf8'));
  return entries;
}

const titleKey = (currencyTitle: string, networkTitle: string): string => `${currencyTitle}/${networkTitle}`.toLowerCase();

/** Joins networks and instruments. Throws an Error that names an invalid entry. */
export function buildCatalogue(networks: readonly Network[], instruments: readonly CatalogueInstrument[]): Catalogue {
  checkCatalogue(networks, instruments);
  const networkBySlug = new Map(networks.map((network) => [network.slug, network]));
  const instrumentBySlug = new Map(instruments.map((instrument) => [instrument.slug, instrument]));
  const networkOf = (instrument: CatalogueInstrument): Network => {
    const network = networkBySlug.get(instrument.network);
    if (!network)
      throw new Error(`Instrument ${instrument.slug} is on ${instrument.network}, which is no network of the catalogue`);
    return network;
  };
  const instrumentByTitles = new Map(
    instruments.map((instrument) => [titleKey(instrument.currencyTitle, networkOf(instrument).title), instrument]),
  );
  return {
    networks: networkBySlug,
    instruments: instrumentBySlug,
    networkOf,
    find: (currencyTitle, networkTitle) => instrumentByTitles.get(titleKey(currencyTitle, networkTitle)),
  };
}

/**
 * Reads and validates `networks.json` and `instruments.json` of a folder, by default the product's own. Call it once, at start.
 * Throws if a file is missing or an entry is invalid.
 */
export function loadCatalogue(directory: string = resourcePath('catalogue')): Catalogue {
  return buildCatalogue(
    readEntries<Network>(join(directory, 'networks.json')),
    readEntries<CatalogueInstrument>(join(directory, 'instruments.json')),
  );
}

/** Returns the confirmations that a deposit needs: those of the network, and at least 50 for XMR (§9). */
export function minConfirmations(catalogue: Catalogue, instrument: CatalogueInstrument): number {
  const { minConfirmations: own } = catalogue.networkOf(instrument);
  return instrument.currencyTitle === 'XMR' ? Math.max(own, XMR_MIN_CONFIRMATIONS) : own;
}
