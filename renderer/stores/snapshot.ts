import type { ApiKeysSnapshot } from './account/ApiKeysStore.ts';
import type { LatestOrders } from '../../contract/api/orders.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { AffiliateSnapshot } from './account/AffiliateStore.ts';
import type { WalletSnapshot } from './account/WalletStore.ts';
import type { WithdrawSnapshot } from './account/WithdrawStore.ts';
import type { CashbackSnapshot } from './account/CashbackStore.ts';
import type { ExchangeSnapshot } from './exchange/ExchangeStore.ts';
import type { HistorySnapshot } from './exchange/HistoryStore.ts';
import type { RateSnapshot } from './exchange/RateStore.ts';
import type { AccountHistorySnapshot } from './history/AccountHistoryStore.ts';
import type { FeesSnapshot } from './FeesStore.ts';
import type { HealthSnapshot } from './HealthStore.ts';
import type { InstrumentSnapshot } from './InstrumentStore.ts';
import type { DecisionSnapshot } from './order/DecisionStore.ts';
import type { GuaranteeSnapshot } from './order/GuaranteeStore.ts';
import type { OrderSnapshot } from './order/OrderStore.ts';
import type { PopularSnapshot } from './PopularStore.ts';
import type { SecuritySnapshot } from './account/SecurityStore.ts';
import type { SessionSnapshot } from './SessionStore.ts';
import type { StatusSnapshot } from './StatusStore.ts';

export interface PageFailure {
  /** The route whose loader failed. */
  routeId: string;
  status: number;
  /** A fixed sentence ("Page Not Found: …"), or the id for support. */
  data: string | { requestId: string };
}

/** Data that the server loaded for the first page, so that the browser's first render is identical. */
export interface Snapshot {
  locale: LocaleCode;
  theme: 'light' | 'dark' | null;
  /** Time of the server render, in ms since 1970. */
  renderedAt: number;
  buildId: string;
  /** Public keys that the host's configuration pins (D42), in hex. */
  signingKeys: readonly string[];
  session: SessionSnapshot;
  instruments: InstrumentSnapshot;
  health: HealthSnapshot;
  latest: LatestOrders | null;
  popular: PopularSnapshot | null;
  status: StatusSnapshot | null;
  fees: FeesSnapshot | null;
  apiKeys: ApiKeysSnapshot | null;
  affiliate: AffiliateSnapshot | null;
  cashback: CashbackSnapshot | null;
  wallet: WalletSnapshot | null;
  withdraw: WithdrawSnapshot | null;
  accountHistory: AccountHistorySnapshot | null;
  security: SecuritySnapshot | null;
  orders: { order: OrderSnapshot | null; decision: DecisionSnapshot | null; guarantee: GuaranteeSnapshot | null };
  exchanges: { exchange: ExchangeSnapshot | null; rates: RateSnapshot | null; history: HistorySnapshot | null };
  /** The error of the server render. The browser shows it and offers a retry. */
  failure?: PageFailure | null;
}
