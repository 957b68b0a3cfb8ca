import {
  ACCOUNTS_FEATURE,
  ACCOUNT_END_FEATURE,
  AFFILIATES_FEATURE,
  API_KEYS_FEATURE,
  CARD_PURCHASES_FEATURE,
  CLAIM_WRONG_NETWORK_FEATURE,
  CONTENT_FEATURE,
  DESKTOP_SIGN_IN_FEATURE,
  DOCS_FEATURE,
  FEES_FEATURE,
  FINISH_DEPOSIT_FEATURE,
  IDENTITY_FEATURE,
  IDENTITY_REQUIRED_FEATURE,
  LATER_ORDERS_FEATURE,
  MESSENGER_FEATURE,
  ORDER_EVENTS_FEATURE,
  ORDER_HISTORY_FEATURE,
  ORDER_MAIL_FEATURE,
  SECOND_FACTOR_FEATURE,
  SIGNATURES_FEATURE,
  STATUS_FEATURE,
  WITHDRAWALS_FEATURE,
} from '../../contract/features.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { HealthResponse, HealthzResponse } from '../../contract/schemas/service.ts';
import type { HealthCheck } from '../health/health.ts';
import { answers, serve, tagsOf, type RoutePlugin } from './route.ts';

/** The features of this host beyond the specification (D30). */
export const HOST_FEATURES = [
  'quote-id',
  'order-token',
  'subscription-id',
  'history',
  'expected-to-get',
  'email-by-address',
  DESKTOP_SIGN_IN_FEATURE,
  CLAIM_WRONG_NETWORK_FEATURE,
  FINISH_DEPOSIT_FEATURE,
  LATER_ORDERS_FEATURE,
  ORDER_HISTORY_FEATURE,
  SIGNATURES_FEATURE,
  ORDER_EVENTS_FEATURE,
  STATUS_FEATURE,
  FEES_FEATURE,
  CONTENT_FEATURE,
  DOCS_FEATURE,
  ACCOUNTS_FEATURE,
  ACCOUNT_END_FEATURE,
  API_KEYS_FEATURE,
  AFFILIATES_FEATURE,
  IDENTITY_FEATURE,
] as const;

/** The coins of this host have no value, with or without a sandbox. Clients must display it. */
const EMBEDDED_NETWORKS = 'embedded-networks';

export interface HostAnnouncement {
  sandbox: boolean;
  hasEmbeddedNetworks?: boolean;
  hasMail?: boolean;
  hasMessenger?: boolean;
  hasWithdrawals?: boolean;
  hasCardPurchases?: boolean;
  isIdentityRequired?: boolean;
  brand: string;
  /** Of embedded networks; null: there are none */
  embeddedChainSpeed?: number | null;
}

/** `health` for clients, `healthz` for process supervisors (specification §7, D26, D30). */
export const healthRoutes =
  (health: HealthCheck, announcement: HostAnnouncement): RoutePlugin =>
  async (app) => {
    const {
      sandbox,
      brand,
      hasEmbeddedNetworks = false,
      hasMail = false,
      hasMessenger = false,
      hasWithdrawals = false,
      hasCardPurchases = false,
      isIdentityRequired = false,
      embeddedChainSpeed = null,
    } = announcement;
    const host = { sandbox, brand, ...(embeddedChainSpeed !== null && { embeddedChainSpeed }) };
    const features = [
      ...HOST_FEATURES,
      ...(hasEmbeddedNetworks ? [EMBEDDED_NETWORKS] : []),
      // The first second factor is set up with a code by e-mail.
      ...(hasMail ? [ORDER_MAIL_FEATURE, SECOND_FACTOR_FEATURE] : []),
      ...(hasMessenger ? [MESSENGER_FEATURE] : []),
      ...(hasWithdrawals ? [WITHDRAWALS_FEATURE] : []),
      ...(hasCardPurchases ? [CARD_PURCHASES_FEATURE] : []),
      ...(isIdentityRequired ? [IDENTITY_REQUIRED_FEATURE] : []),
    ];
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    serve(app, 'service.health', { output: HealthResponse }, async () => {
      const { status, reason } = health.report();
      const notices = health.notices();
      return {
        status,
        ...(reason !== null && { reason }),
        serverTime: isoTime(Date.now()),
        ...(notices.length > 0 && { notices: [...notices] }),
        host: { features, ...host },
      };
    });

    app.get(
      '/api/v1/healthz',
      { schema: { tags: tagsOf('service.health'), response: { ...answers(HealthzResponse), 503: HealthzResponse } } },
      async (_request, reply) => {
        const { status, probes, alarms, notChecked } = health.report();
        return await reply.status(status === 'UNHEALTHY' ? 503 : 200).send({ status, probes, alarms: [...alarms], notChecked });
      },
    );
  };
