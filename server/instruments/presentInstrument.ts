import type { Decimal } from '../../contract/money.ts';
import type { Instrument } from '../../contract/schemas/instruments.ts';
import type { AvailabilityState } from './availability.ts';
import type { Catalogue, CatalogueInstrument } from './catalogue.ts';

/** The values that change at run time; all others are from the catalogue. */
export interface InstrumentState {
  /** USD per unit, null without a price */
  price: Decimal | null;
  availability: AvailabilityState;
  /** Usual time between two blocks, in s, where this host runs the network faster than the catalogue says */
  blockSeconds?: number | undefined;
}

export const logoLink = (logo: string): string => `/static/coins/${logo}`;

/** Returns the instrument of the API (§3). With an empty `currencyLogoLink`, clients draw a monogram. */
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
    ...presentAvailability(state.availability),
    network: {
      slug: network.slug,
      friendlyTitle: network.friendlyTitle,
      family: network.family,
      logoLink: network.logo === null ? null : logoLink(network.logo),
      minConfirmations: network.minConfirmations,
      blockSeconds: state.blockSeconds ?? network.blockSeconds,
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

/** `inactiveReason` is for clients without support for sides: it is set only if both are closed. */
function presentAvailability({
  active,
  send,
  receive,
}: AvailabilityState): Pick<
  Instrument,
  'isActive' | 'inactiveReason' | 'activeToSend' | 'activeToReceive' | 'sendInactiveReason' | 'receiveInactiveReason'
> {
  return {
    isActive: active,
    ...(!active && !send.active && { inactiveReason: send.reason }),
    activeToSend: send.active,
    activeToReceive: receive.active,
    ...(!send.active && { sendInactiveReason: send.reason }),
    ...(!receive.active && { receiveInactiveReason: receive.reason }),
  };
}
