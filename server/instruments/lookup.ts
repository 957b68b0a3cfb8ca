import { ApiError } from '../../contract/errors.ts';
import type { Catalogue, CatalogueInstrument, Network } from './catalogue.ts';

interface WithCatalogue {
  readonly catalogue: Catalogue;
}

/** @throws ERR_NOT_FOUND when the catalogue has no such instrument */
export function instrumentOf({ catalogue }: WithCatalogue, slug: string): CatalogueInstrument {
  const instrument = catalogue.instruments.get(slug);
  if (!instrument) throw new ApiError('ERR_NOT_FOUND', `There is no instrument ${slug}.`);
  return instrument;
}

/** Returns the network of an instrument. */
export function networkOf(context: WithCatalogue, instrumentSlug: string): Network {
  return context.catalogue.networkOf(instrumentOf(context, instrumentSlug));
}

/** Returns the short form of an instrument in responses. */
export function referenceOf(context: WithCatalogue, slug: string): { currencyTitle: string; networkTitle: string; slug: string } {
  const { currencyTitle } = instrumentOf(context, slug);
  return { currencyTitle, networkTitle: networkOf(context, slug).title, slug };
}
