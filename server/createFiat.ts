import type { AddressInfo } from 'node:net';
import { deriveKey } from './common/deriveKey.ts';
import type { Part } from './common/startParts.ts';
import { createEmbeddedCardStore } from './db/repositories/fiat/embeddedCards.ts';
import { findPurchase } from './db/repositories/fiat/cardPurchases.ts';
import type { ChainPorts, MarketPort } from './createPorts.ts';
import type { ServerEnvironment } from './env.ts';
import { createCardPurchases, type CardPurchases } from './fiat/createCardPurchases.ts';
import type { FiatContext } from './fiat/fiatContext.ts';
import { pageOf } from './fiat/presentPurchase.ts';
import { createEmbeddedProvider } from './ports/fiat/embedded/embeddedProvider.ts';
import { CALLBACK_PATH } from './ports/fiat/fiatSettings.ts';
import { createMercuryo } from './ports/fiat/mercuryo/createMercuryo.ts';

interface FiatParts {
  environment: ServerEnvironment;
  context: Omit<FiatContext, 'provider' | 'settings' | 'origins'>;
  seed: Uint8Array;
  chains: ChainPorts;
  market: MarketPort;
  /** Where this host listens; null: it does not yet */
  listensAt(): AddressInfo | string | null;
}

export interface Fiat extends CardPurchases {
  /** The background work, in its order */
  parts: Part[];
}

/** Composes card purchases with the configured provider; null: this host has none. */
export function createFiat({ environment, context, seed, chains, market, listensAt }: FiatParts): Fiat | null {
  const settings = environment.fiat;
  if (!settings) return null;
  const { access } = settings;
  if (access) {
    const purchases = createCardPurchases({ ...context, settings, provider: createMercuryo(access), origins: settings.origins });
    return { ...purchases, parts: [workerPart(purchases)] };
  }
  if (!chains.controls) return null;
  const embedded = createEmbeddedProvider({
    store: createEmbeddedCardStore(context.database),
    catalogue: context.catalogue,
    feed: market.feed,
    send: chains.controls.send,
    signKey: deriveKey(seed, 'embedded card provider').toString('hex'),
    currencies: settings.currencies.map(({ slug }) => slug.toUpperCase()),
    partnerFeePercent: settings.partnerFeePercent,
    port: settings.embeddedPort,
    callbackUrl: () => {
      const address = listensAt();
      return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}${CALLBACK_PATH}` : null;
    },
    returnUrl: async (id) => {
      const purchase = await findPurchase(context.database, id);
      return purchase ? pageOf(purchase) : null;
    },
    log: context.log,
  });
  const provider = createMercuryo(embedded.access);
  const purchases = createCardPurchases({ ...context, settings, provider, origins: embedded.origins });
  return {
    ...purchases,
    parts: [{ name: 'embedded card provider', start: () => embedded.start() }, workerPart(purchases)],
  };
}

const workerPart = ({ worker }: CardPurchases): Part => ({ name: 'card purchases', start: () => worker.start() });
