import { compare, isDecimal, type Decimal } from '../../../../contract/money.ts';
import {
  ProviderRefusal,
  ProviderUnavailableError,
  type FiatProvider,
  type ProviderRate,
  type ProviderRequest,
} from '../fiatProvider.ts';
import type { PartnerAccess } from '../fiatSettings.ts';
import { networkCode, networkSlug } from './networks.ts';
import { createPartnerCalls, field, textOf, type Json } from './partnerCalls.ts';
import { isSigned, readReport, reportOf } from './reports.ts';

/**
 * Mercuryo's On-Ramp & Off-Ramp API 1.6. The embedded provider speaks the same calls, so this client is what every test and sandbox uses.
 * docs/cards.md says what was never run against the real provider.
 */
export function createMercuryo(access: PartnerAccess): FiatProvider {
  const call = createPartnerCalls(access);
  const widget = { widget_id: access.widgetId };

  const authorise = async (path: string, email: string, address: string, accept: boolean): Promise<string> => {
    const data = await call({ method: 'POST', path, body: { email, ...(accept && { accept }) }, address });
    const token = field(data, 'b2b-bearer-token') ?? field(data, 'bearer_token');
    if (typeof token === 'string' && token !== '') return token;
    // With verification of e-mails, which the partner must turn off: this host confirms them itself.
    throw new ProviderUnavailableError('The provider wants to confirm the e-mail again.');
  };

  return {
    offer: async () => {
      const currencies = await call({ method: 'GET', path: '/lib/currencies' });
      const countries = await call({ method: 'GET', path: '/public/card-countries' });
      return {
        currencies: texts(field(currencies, 'fiat')),
        coins: items(field(currencies, 'config', 'crypto_currencies')).flatMap((coin) => {
          const slug = networkSlug(textOf(coin, 'network'));
          return slug === undefined ? [] : [{ currencyTitle: textOf(coin, 'currency'), networkSlug: slug }];
        }),
        countries: texts(countries).map((code) => code.toUpperCase()),
      };
    },
    limits: async ({ currency, coin }) => {
      const query = { from: currency, to: coin.currencyTitle, type: 'buy', ...widget };
      const data = await call({ method: 'GET', path: '/public/currency-limits', query });
      return { least: decimalOf(data, currency, 'min'), most: decimalOf(data, currency, 'max') };
    },
    rate: async (wanted) =>
      rateOf(wanted, await call({ method: 'GET', path: '/widget/buy/rate', query: { ...rateQuery(wanted), ...widget } })),
    signUp: async (email, address) => await authorise('/b2b/user/sign-up', email, address, true),
    signIn: async (email, address) => await authorise('/b2b/user/sign-in', email, address, false),
    verifications: async (customer) => {
      const data = await call({ method: 'GET', path: '/b2b/user/kyc-status', ...customer });
      const features = field(data, 'features');
      return items(features).map((one) => ({ feature: textOf(one, 'feature'), status: textOf(one, 'status') }));
    },
    verificationAccess: async (customer, feature) => {
      const data = await call({ method: 'GET', path: '/b2b/kyc/access-token', query: { feature }, ...customer });
      return { accessToken: textOf(data, 'kyc_access_token'), applicantId: textOf(data, 'applicant_id') };
    },
    verificationPage: (accessToken, { returnUrl, locale }) =>
      `${access.kycPage}?${new URLSearchParams({ access_token: accessToken, success_url: returnUrl, failure_url: returnUrl, lang: locale })}`,
    freeze: async (customer, wanted) => {
      const query = { ...rateQuery(wanted), payment_alias: 'card' };
      const data = await call({ method: 'GET', path: '/b2b/oor/buy-rates', query, ...customer });
      return { ...rateOf(wanted, data), freezeToken: textOf(data, 'trx_token') };
    },
    buy: async (customer, { freezeToken, destinationAddress, purchaseId }) => {
      const body = { trx_token: freezeToken, address: destinationAddress, merchant_transaction_id: purchaseId };
      const data = await call({ method: 'POST', path: '/b2b/oor/buy', body, ...customer });
      return { redirectUrl: textOf(data, 'redirect_url') };
    },
    find: async (customer, purchaseId) => {
      const query = { merchant_transaction_id: purchaseId };
      const data = await call({ method: 'GET', path: '/b2b/transactions', query, ...customer });
      const transactions = items(data).flatMap((one) =>
        (['buy', 'withdraw'] as const).flatMap((type) => {
          const part = field(one, type);
          return part === undefined || part === null ? [] : [{ part, type }];
        }),
      );
      if (transactions.length === 0) return null;
      const redirect = transactions.map(({ part }) => field(part, 'redirect_url')).find((url) => typeof url === 'string');
      return {
        // A look-up says `new` as soon as the page for the card exists. That is no news: only a callback tells that a card was entered.
        reports: transactions
          .map(({ part, type }) => ({ ...reportOf(part, type), purchaseId }))
          .filter(({ type, status }) => type !== 'buy' || status !== 'new'),
        redirectUrl: typeof redirect === 'string' ? redirect : null,
      };
    },
    parse: readReport,
    readCallback: (body, signature) => (isSigned(body, signature, access) ? readReport(body.toString('utf8')) : null),
  };
}

function rateQuery({ currency, coin, amount }: ProviderRequest): Record<string, string> {
  const network = networkCode(coin.networkSlug);
  if (network === undefined) throw new ProviderRefusal('OTHER', `The provider does not deliver on ${coin.networkSlug}.`);
  return { from: currency, to: coin.currencyTitle, amount, network };
}

/** Refuses a rate for another amount than was asked for. */
function rateOf({ currency, amount }: ProviderRequest, data: Json): ProviderRate {
  const rate = {
    amount: decimalOf(data, 'fiat_amount'),
    amountToGet: decimalOf(data, 'amount'),
    rate: decimalOf(data, 'rate'),
    fee: decimalOf(data, 'fee', currency),
  };
  if (compare(rate.amount, amount) !== 0) throw new ProviderUnavailableError('The provider priced another amount.');
  return rate;
}

function decimalOf(data: Json | undefined, ...path: string[]): Decimal {
  const text = textOf(data, ...path);
  const isKnown: boolean = isDecimal(text);
  if (!isKnown) throw new ProviderUnavailableError(`The provider's ${path.join('.')} is not an amount.`);
  return text;
}

const items = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const texts = (value: Json | undefined): string[] => items(value).filter((one) => typeof one === 'string');
