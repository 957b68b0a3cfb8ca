import type { Decimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

export type InactiveReason = NonNullable<Instrument['inactiveReason']>;

/** What changes while the host runs; the rest is the catalogue's. */
export interface InstrumentState {
  /** USD for 1, null where no trustworthy price is known */
  price: Decimal | null;
  /** null means that it can be exchanged now */
  inactiveReason: InactiveReason | null;
}

const logoLink = (logo: string): string => `/static/coins/${logo}`;

/** The wire's instrument (§3). An empty `currencyLogoLink` means that there is no logo and a monogram is drawn. */
export function presentInstrument(catalogue: Catalogue, instrument: CatalogueInstrument, state: InstrumentState): Instrument {
  const network = catalogue.networkOf(instrument);
  return {
    slug: instrument.slug,
    currencyTitle: instrument.currencyTitle,
    currencyFriendlyTitle: instrument.currencyFriendlyTitle,
    networkTitle: network.title,
    currencyLogoLink: instrument.logo === null ? '' : logoLink(instrument.logo),
    instrumentType: instrument.type,
    requiresMemo: instrument.requiresMemo,
    precisionDecimals: instrument.precisionDecimals,
    bestChangeName: instrument.bestChangeName,
    coinstatValue: null,
    price: state.price,
    isActive: state.inactiveReason === null,
    ...(state.inactiveReason === null ? {} : { inactiveReason: state.inactiveReason }),
    network: {
      slug: network.slug,
      friendlyTitle: network.friendlyTitle,
      family: network.family,
      logoLink: network.logo === null ? null : logoLink(network.logo),
      minConfirmations: network.minConfirmations,
      blockSeconds: network.blockSeconds,
      memoName: network.memoName,
      paymentUriScheme: network.paymentUriScheme,
      chainId: network.chainId,
    },
    contractAddress: instrument.contractAddress,
    decimals: instrument.decimals,
    aliases: [...instrument.aliases],
    popularity: instrument.popularity,
    addressExplorerTemplate: network.addressExplorer,
  };
}
