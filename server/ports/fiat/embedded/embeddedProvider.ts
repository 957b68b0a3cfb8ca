import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { Decimal } from '../../../../contract/money.ts';
import type { Logger } from '../../../common/log.ts';
import { repeat } from '../../../common/repeat.ts';
import type { Catalogue } from '../../../instruments/catalogue.ts';
import type { ChainControls } from '../../chain/chainControls.ts';
import type { MarketFeed } from '../../market/marketFeed.ts';
import type { PartnerAccess } from '../fiatSettings.ts';
import { networkCode } from '../mercuryo/networks.ts';
import { sendCallbacks } from './cardCallbacks.ts';
import { createCardDesk } from './cardDesk.ts';
import { addCardPages } from './cardPages.ts';
import { cardRate } from './cardRates.ts';
import type { EmbeddedCardStore } from './embeddedCardStore.ts';
import { addPartnerApi } from './partnerApi.ts';

export interface EmbeddedProviderOptions {
  store: EmbeddedCardStore;
  catalogue: Catalogue;
  feed: Pick<MarketFeed, 'tick'>;
  send: ChainControls['send'];
  /** Signs its callbacks; the shop has it too. */
  signKey: string;
  currencies: readonly string[];
  partnerFeePercent: Decimal;
  /** 0: a port that is free */
  port: number;
  /** Where the shop takes callbacks, once it listens */
  callbackUrl(): string | null;
  returnUrl(merchantId: string): Promise<string | null>;
  now?: () => number;
  log: Logger;
}

export interface EmbeddedProvider {
  /** How the shop reaches it */
  access: PartnerAccess;
  /** The origin of its pages, once it listens: "http://localhost:3010" */
  origins: readonly string[];
  /** Takes the next steps and sends the callbacks that are due. Called by the timer of `start`. */
  work(): Promise<void>;
  /** Listens, and works. Resolves to a stop function. */
  start(): Promise<() => Promise<void>>;
}

const ROUND_MS = 1_000;
const PORT_TAKEN = 'EADDRINUSE';

/**
 * Creates a server of its own that behaves like the card provider (D12): the calls of its partner API, its pages, its signed callbacks. It
 * listens on this machine only, and pays from the wallet of the embedded networks.
 */
export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { store, catalogue, feed, send, signKey, partnerFeePercent, log, now = Date.now } = options;
  const app = Fastify({ bodyLimit: 16 * 1024 });
  const coinOn = (coin: string, network: string) =>
    [...catalogue.instruments.values()].find(
      (one) => one.currencyTitle === coin && one.network === network && one.type === 'crypto' && !one.requiresMemo,
    );
  const instrumentSlug = (coin: string, network: string) => coinOn(coin, network)?.slug;
  const desk = createCardDesk({ store, signKey, send, now, instrumentSlug, log });
  const access: PartnerAccess = {
    apiUrl: '',
    kycPage: '',
    widgetId: 'sandbox',
    partnerToken: randomBytes(16).toString('hex'),
    signKey,
    signedForm: 'raw' as const,
    partnerName: 'sandbox',
  };
  const origins: string[] = [];
  const sold = [...catalogue.instruments.values()].filter(
    ({ type, requiresMemo, network }) => type === 'crypto' && !requiresMemo && networkCode(network) !== undefined,
  );
  addPartnerApi(app, {
    store,
    desk,
    access,
    currencies: options.currencies,
    coins: () => sold.map(({ currencyTitle, network }) => ({ currencyTitle, networkSlug: network })),
    rate: ({ currency, coin, network, amount }) => {
      const instrument = coinOn(coin, network);
      const wanted = { currency, coin: instrument?.marketSymbol ?? '', amount, decimals: instrument?.precisionDecimals ?? 0 };
      return instrument && options.currencies.includes(currency) ? cardRate(feed, wanted, partnerFeePercent) : null;
    },
    payPage: (id) => `${origins[0]}/buy/${id}`,
  });
  addCardPages(app, { store, desk, signKey, returnUrl: options.returnUrl });

  const listen = async (): Promise<void> => {
    const host = '127.0.0.1';
    await app.listen({ host, port: options.port }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== PORT_TAKEN) throw error;
      log.warn({ port: options.port }, 'the port of the embedded card provider is taken; it uses another one');
      return await app.listen({ host, port: 0 });
    });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    origins.push(`http://localhost:${port}`);
    access.apiUrl = `http://${host}:${port}/v1.6`;
    access.kycPage = `http://localhost:${port}/kyc`;
  };
  const work = async (): Promise<void> => {
    if (!(await store.hasWork(now()))) return;
    await desk.deliverPaid();
    const url = options.callbackUrl();
    if (url !== null) await sendCallbacks(store, { url, now: now(), signKey });
  };
  return {
    access,
    origins,
    work,
    start: async () => {
      await listen();
      const onError = (error: unknown): void => log.error({ err: error }, 'the embedded card provider failed');
      const stop = repeat(work, { pauseMs: ROUND_MS, onError });
      return async () => {
        await stop();
        await app.close();
      };
    },
  };
}
