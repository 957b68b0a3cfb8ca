import { ApiError } from '../../contract/errors.ts';
import type { RateInput, PairData } from '../../contract/schemas/rates.ts';
import type { FiatKycAccessToken, FiatTerms } from '../../contract/schemas/fiat.ts';
import type { Customer } from '../accounts/authentication.ts';
import { findPurchase } from '../db/repositories/fiat/cardPurchases.ts';
import type { CardPurchaseRow } from '../db/tables/fiat.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { enteredAddress } from '../instruments/enteredAddress.ts';
import type { OtherOrders } from '../orders/calls/otherOrders.ts';
import { createPurchase, isAllowed } from './createPurchase.ts';
import { PROVIDER, type FiatContext } from './fiatContext.ts';
import { createFiatRates } from './fiatRates.ts';
import type { FiatClient, FiatService } from './fiatService.ts';
import { presentPurchase } from './presentPurchase.ts';
import { emailMissing, emailNotConfirmed } from '../accounts/emailKey.ts';
import { toApiError } from './providerErrors.ts';
import { createProviderSessions } from './providerSessions.ts';
import { createPurchaseHistory } from './purchaseHistory.ts';
import { createPurchaseWorker, type PurchaseWorker } from './purchaseWorker.ts';
import { usedAmount } from './usedAmounts.ts';
import { readUsualTimes } from './usualTimes.ts';

export interface CardPurchases {
  service: FiatService;
  /** Returns the pair data of a request with `exchangeType=fiat` */
  quote(input: RateInput): Promise<PairData>;
  orders: OtherOrders;
  history: ReturnType<typeof createPurchaseHistory>;
  worker: PurchaseWorker;
}

/** Composes card purchases (D62). */
export function createCardPurchases(context: FiatContext): CardPurchases {
  const sessions = createProviderSessions(context);
  const rates = createFiatRates(context);
  const worker = createPurchaseWorker(context, sessions);
  return {
    service: createService(context, sessions, rates),
    quote: rates.quote,
    worker,
    history: createPurchaseHistory(context),
    orders: {
      takes: ({ instrumentFrom }) => context.catalogue.instruments.get(instrumentFrom.slug)?.type === 'fiat',
      create: async (input, client) => await createPurchase({ context, sessions, rates }, input, client),
      read: async (id, { destinationAddress, customerId }) => {
        const purchase = await findPurchase(context.database, id);
        const isOwn = purchase?.user_id === customerId && isDestination(context, purchase, destinationAddress);
        return isOwn ? await presentPurchase(context, purchase) : null;
      },
    },
  };
}

function isDestination({ catalogue }: FiatContext, purchase: CardPurchaseRow, given: string): boolean {
  const coin = catalogue.instruments.get(purchase.instrument);
  if (!coin) return false;
  const network = catalogue.networkOf(coin);
  return sameAddress(network, purchase.destination_address, network, enteredAddress(network, given));
}

function createService(
  context: FiatContext,
  sessions: ReturnType<typeof createProviderSessions>,
  rates: ReturnType<typeof createFiatRates>,
): FiatService {
  const { provider, settings, origins, catalogue, now, log } = context;
  const asked = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw toApiError(error, log);
    }
  };
  const asCustomer = ({ customer, address }: FiatClient) => ({ userId: customer.userId, address, consent: null });
  /** Throws ERR_NOT_ACCEPTABLE without a confirmed e-mail, and ERR_VALIDATION for another one than the account's. */
  const checkEmail = (email: string, { customer }: FiatClient): void => {
    requireEmail(customer);
    if (email.toLowerCase() === customer.email?.toLowerCase()) return;
    throw new ApiError('ERR_VALIDATION', 'Use the e-mail of your account.', { field: 'email', code: 'error_email_foreign' });
  };
  return {
    signUp: async ({ accept, email, termsVersion = settings.termsVersion }, client) => {
      checkEmail(email, client);
      if (!accept || termsVersion !== settings.termsVersion) {
        throw new ApiError('ERR_VALIDATION', 'Agree to the current terms of the card provider.', {
          field: 'accept',
          code: 'error_agree_provider',
        });
      }
      await asked(() => sessions.signUp(client.customer.userId, client.address, { termsVersion, at: now() }));
    },
    signIn: async ({ email }, client) => {
      checkEmail(email, client);
      return { bearerToken: await asked(() => sessions.signIn(client.customer.userId, client.address)) };
    },
    contacts: ({ isEmailConfirmed }) => ({ emailStatus: isEmailConfirmed ? 'confirmed' : 'not_confirmed' }),
    kycStatus: async (client) => {
      requireEmail(client.customer);
      return {
        features: await asked(() =>
          sessions.as(asCustomer(client), (customer) => sessions.verifications(client.customer.userId, customer)),
        ),
      };
    },
    kycAccessToken: async ({ feature, locale = 'en', returnPath = '/' }, client): Promise<FiatKycAccessToken> => {
      requireEmail(client.customer);
      const { accessToken, applicantId } = await asked(() =>
        sessions.as(asCustomer(client), (customer) => provider.verificationAccess(customer, feature)),
      );
      const returnUrl = `${client.siteOrigin}${returnPath}`;
      const redirectUrl = provider.verificationPage(accessToken, { returnUrl, locale });
      return { kycAccessToken: accessToken, applicantId, ...(isAllowed(redirectUrl, origins) && { redirectUrl }) };
    },
    terms: async (customer): Promise<FiatTerms> => {
      const offer = await rates.offer();
      const coins = [...catalogue.instruments.values()].filter(({ type, currencyTitle, network }) => {
        const isSold = offer.coins.some((coin) => coin.currencyTitle === currencyTitle && coin.networkSlug === network);
        return type === 'crypto' && isSold;
      });
      const [first] = coins.toSorted((one, other) => one.popularity - other.popularity);
      const sold = settings.currencies.filter(({ slug }) =>
        offer.currencies.includes(catalogue.instruments.get(slug)?.currencyTitle ?? ''),
      );
      const currencies = first
        ? await Promise.all(
            sold.map(async ({ slug, noKycThreshold }) => {
              const { least, most } = await rates.limitsOf(await rates.pairOf(slug, first.slug));
              return {
                slug,
                currencyTitle: slug.toUpperCase(),
                minAmount: least,
                maxAmount: most,
                noKycThreshold,
                used: customer ? await usedAmount(context.database, context, customer.userId, slug) : null,
              };
            }),
          )
        : [];
      return {
        provider: PROVIDER.code,
        providerName: PROVIDER.name,
        termsUrl: settings.termsUrl,
        termsVersion: settings.termsVersion,
        supportEmail: settings.supportEmail,
        origins: [...origins],
        currencies,
        coins: coins.map(({ slug }) => slug),
        countries: [...offer.countries],
        usual: await readUsualTimes(context.database),
        isVerified: customer !== null && (await sessions.wasVerified(customer.userId)),
        isSandbox: settings.access === null,
      };
    },
  };
}

function requireEmail({ email, isEmailConfirmed }: Customer): void {
  if (email === null) throw emailMissing();
  if (!isEmailConfirmed) throw emailNotConfirmed('Buying with a card');
}
