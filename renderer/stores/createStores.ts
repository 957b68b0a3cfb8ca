import type { ApiKeysStores } from './account/apiKeysStores.ts';
import type { AffiliateStores } from './account/affiliateStores.ts';
import type { CashbackStores } from './account/cashbackStores.ts';
import type { SecurityStores } from './account/securityStores.ts';
import type { WalletStores } from './account/walletStores.ts';
import type { WithdrawStores } from './account/withdrawStores.ts';
import { createAppStores, type AppStores, type StoreDependencies } from './createAppStores.ts';
import type { ExchangeStores } from './exchange/createExchangeStores.ts';
import type { OrderStores } from './order/createOrderStores.ts';
import type { FeesStores } from './feesStores.ts';
import type { HistoryStores } from './history/historyStores.ts';
import type { PopularStores } from './popularStores.ts';
import type { Snapshot } from './snapshot.ts';
import type { StatusStores } from './statusStores.ts';

type PageStores = ExchangeStores &
  OrderStores &
  PopularStores &
  HistoryStores &
  FeesStores &
  StatusStores &
  SecurityStores &
  AffiliateStores &
  CashbackStores &
  ApiKeysStores &
  WalletStores &
  WithdrawStores;

/** All stores. `PageStores` exist only on pages whose screen exports a function that adds them (`addStores`). */
export type Stores = AppStores & PageStores;

/**
 * Creates the stores of one app. Constructors only assign and make observable, `load…` fetches, and `start` subscribes and
 * returns a function that stops it. Apps share no state: on the server each request creates its own stores.
 */
export function createStores(dependencies: StoreDependencies): Stores {
  // The code of the other stores loads with the first page that adds them.
  return createAppStores(dependencies) as Stores;
}

/** Returns the data of a page for the browser's first render. Stores that the page has not added have none. */
export function takeSnapshot(stores: AppStores & Partial<PageStores>): Snapshot {
  const { accountHistory, exchange, rates, rateHistory, latest, popular, status, fees, order, decision, guarantee } = stores;
  return {
    locale: stores.locale.code,
    theme: stores.theme.choice,
    renderedAt: stores.clock.now(),
    buildId: stores.buildId,
    signingKeys: stores.signingKeys,
    session: stores.session.snapshot(),
    instruments: stores.instruments.snapshot(),
    health: stores.health.snapshot(),
    latest: latest?.list ?? null,
    popular: popular?.snapshot() ?? null,
    status: status?.snapshot() ?? null,
    fees: fees?.snapshot() ?? null,
    security: stores.security?.snapshot() ?? null,
    apiKeys: stores.apiKeys?.snapshot() ?? null,
    affiliate: stores.affiliate?.snapshot() ?? null,
    cashback: stores.cashback?.snapshot() ?? null,
    wallet: stores.wallet?.snapshot() ?? null,
    withdraw: stores.withdraw?.snapshot() ?? null,
    accountHistory: accountHistory?.snapshot() ?? null,
    orders: {
      order: order?.snapshot() ?? null,
      decision: decision?.snapshot() ?? null,
      guarantee: guarantee?.snapshot() ?? null,
    },
    exchanges: {
      exchange: exchange?.snapshot() ?? null,
      rates: rates?.snapshot() ?? null,
      history: rateHistory?.snapshot() ?? null,
    },
  };
}
