import type { DatabaseKind } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import { claimedRate } from '../../../contract/claimedRate.ts';
import type { CreateOrderInput } from '../../../contract/schemas/orders.ts';
import type { Client } from '../../orders/calls/createOrder.ts';
import { ADDRESSES, type OrderHost } from '../../orders/testing/orderHost.ts';
import {
  ProviderRefusal,
  ProviderUnavailableError,
  type FiatProvider,
  type ProviderRequest,
} from '../../ports/fiat/fiatProvider.ts';
import type { FiatSettings } from '../../ports/fiat/fiatSettings.ts';
import { isSigned, readReport, signCallback } from '../../ports/fiat/mercuryo/reports.ts';
import { createCardPurchases, type CardPurchases } from '../createCardPurchases.ts';
import type { FiatContext } from '../fiatContext.ts';

export const SIGN_KEY = 'a key of the tests only';
export const PAY_ORIGIN = 'https://pay.provider.example';
export const CUSTOMER_EMAIL = 'anna@karlsen.example';

/** A provider whose answers a test changes. */
export interface ScriptedProvider extends FiatProvider {
  /** Our ids of the purchases that it was asked to start, in order */
  bought: string[];
  /** E-mails that signed up */
  registered: string[];
  /** The next `buy` happens, but its answer is lost. */
  losesAnswer: boolean;
  isVerified: boolean;
  payOrigin: string;
}

export interface FiatHost {
  host: OrderHost;
  context: FiatContext;
  provider: ScriptedProvider;
  purchases: CardPurchases;
  client: Client;
  /** A purchase of BTC for an amount of EUR */
  order(amount: string): Promise<CreateOrderInput>;
}

const TERMS = '2026-01';
const SETTINGS: FiatSettings = {
  access: null,
  embeddedPort: 0,
  origins: [],
  currencies: [{ slug: 'eur', noKycThreshold: '699' }],
  partnerFeePercent: '0.5',
  termsUrl: 'https://provider.example/terms',
  termsVersion: TERMS,
  supportEmail: 'support@provider.example',
};

/** Starts card purchases on the given database, with a provider that the test controls and a customer whose e-mail is confirmed. */
export async function startFiatHost(kind: DatabaseKind): Promise<FiatHost> {
  const host = await startOrderHostOn(kind);
  const at = host.context.now();
  await host.database
    .insertInto('users')
    .values(sampleUser({ id: 1, email: CUSTOMER_EMAIL, email_confirmed_at: at }, at))
    .execute();
  const provider = createScriptedProvider();
  const context: FiatContext = {
    ...host.context,
    provider,
    settings: SETTINGS,
    origins: [PAY_ORIGIN],
    sealing: TEST_SEALING,
    trustedPrice: () => '1',
  };
  const purchases = createCardPurchases(context);
  return {
    host,
    context,
    provider,
    purchases,
    client: {
      address: '203.0.113.7',
      idempotencyKey: 'purchase-1',
      siteOrigin: 'https://swap.example',
      owner: { user_id: 1, source: 'SESSION', api_key_id: null },
    },
    order: async (amount) => {
      const pair = await purchases.quote({
        instrumentFromSlug: 'eur',
        instrumentToSlug: 'btc',
        rateMode: 'FLOATING',
        exchangeType: 'fiat',
        claimedDepositAmount: amount,
      });
      return { ...claimedRate(pair), destinationAddress: ADDRESSES.bitcoin, fiat: { termsVersion: TERMS, locale: 'en' } };
    },
  };
}

/** Returns a signed callback. */
export function callbackOf(
  purchaseId: string,
  type: string,
  status: string,
  updatedAt: number,
  more: Record<string, unknown> = {},
): { body: Buffer; signature: string } {
  const data = {
    id: `${type} of ${purchaseId}`,
    type,
    status,
    merchant_transaction_id: purchaseId,
    updated_at_ts: updatedAt,
    ...more,
  };
  const body = Buffer.from(JSON.stringify({ data }));
  return { body, signature: signCallback(body, SIGN_KEY) };
}

function createScriptedProvider(): ScriptedProvider {
  const rateOf = ({ amount }: ProviderRequest) => ({ amount, amountToGet: '0.0025', rate: '80000', fee: '10' });
  const provider: ScriptedProvider = {
    bought: [],
    registered: [],
    losesAnswer: false,
    isVerified: false,
    payOrigin: PAY_ORIGIN,
    offer: async () => ({ currencies: ['EUR'], coins: [{ currencyTitle: 'BTC', networkSlug: 'bitcoin' }], countries: [] }),
    limits: async () => ({ least: '30', most: '12000' }),
    rate: async (request) => rateOf(request),
    signUp: async (email) => {
      if (provider.registered.includes(email)) throw new ProviderRefusal('ALREADY_REGISTERED', 'Email already registered');
      provider.registered.push(email);
      return `token of ${email}`;
    },
    signIn: async (email) => {
      if (!provider.registered.includes(email)) throw new ProviderRefusal('UNKNOWN_CUSTOMER', 'User not found.');
      return `token of ${email}`;
    },
    verifications: async () => [{ feature: 'crypto', status: provider.isVerified ? 'complete' : 'incomplete' }],
    verificationAccess: async () => ({ accessToken: 'access', applicantId: 'applicant' }),
    verificationPage: (accessToken) => `${provider.payOrigin}/kyc?access_token=${accessToken}`,
    freeze: async (_customer, request) => ({ ...rateOf(request), freezeToken: 'frozen' }),
    buy: async (_customer, { purchaseId }) => {
      provider.bought.push(purchaseId);
      if (provider.losesAnswer) throw new ProviderUnavailableError('lost');
      return { redirectUrl: `${provider.payOrigin}/buy/${purchaseId}` };
    },
    find: async (_customer, purchaseId) =>
      provider.bought.includes(purchaseId) ? { reports: [], redirectUrl: `${provider.payOrigin}/buy/${purchaseId}` } : null,
    parse: readReport,
    readCallback: (body, signature) =>
      isSigned(body, signature, { signKey: SIGN_KEY, signedForm: 'raw' }) ? readReport(body.toString('utf8')) : null,
  };
  return provider;
}
