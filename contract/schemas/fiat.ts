import Type, { type Static } from 'typebox';
import { LOCALE_CODES } from '../paths/locales.ts';
import { PURCHASE_END_REASONS, PURCHASE_FEES, PURCHASE_STAGES } from '../fiat/cardPurchase.ts';
import { closed, DecimalText, Email, nullable, Slug, Ticker, Timestamp } from './common.ts';

/** Card purchases through a provider (§4 fiat flow, §7 fiat provider, D62). Amounts of money are in the currency next to them. */

const ProviderCode = Type.String({ pattern: '^[a-z]{2,32}$', examples: ['mercuryo'] });
const ProviderName = Type.String({ examples: ['Mercuryo'], description: 'For people' });
const Fees = Type.Array(
  Type.Object(
    { kind: Type.Enum([...PURCHASE_FEES], { title: 'PurchaseFeeKind' }), amount: DecimalText },
    { title: 'PurchaseFee' },
  ),
  { description: 'In the currency that is paid, each included in the amount. A fee that the provider does not name is absent' },
);
const TermsVersion = Type.String({ minLength: 1, maxLength: 64, description: 'Of the provider’s terms' });

/** What a rate with `exchangeType=fiat` has in addition. */
export const FiatRateSchema = Type.Object(
  {
    provider: ProviderCode,
    providerName: ProviderName,
    fees: Fees,
    isVerificationNeeded: Type.Boolean({
      description: 'The amount alone is above `noKycThreshold`. Earlier purchases count too: see `getCardPurchaseTerms`',
    }),
  },
  { title: 'CardPurchaseRate' },
);

/** What an order that is a card purchase has in addition. Its `redirectUrl` is where the customer pays. */
export const FiatPurchaseSchema = Type.Object(
  {
    provider: ProviderCode,
    providerName: ProviderName,
    stage: Type.Enum([...PURCHASE_STAGES], { title: 'CardPurchaseStage' }),
    stageSince: Timestamp,
    deadline: nullable({
      ...Timestamp,
      description:
        'AWAITING_PAYMENT: until when the customer can pay. VERIFYING: until when the provider usually waits for the documents. Otherwise null',
    }),
    amount: Type.String({ ...DecimalText, description: 'What the card is charged, everything included' }),
    currency: Ticker,
    fees: Fees,
    reason: nullable(Type.Enum([...PURCHASE_END_REASONS], { description: 'Why it ended without a coin' })),
    isProcessing: Type.Boolean({
      description: 'The provider’s newest report is one that this host does not know: show that the purchase is being processed',
    }),
    wasHeld: Type.Boolean({ description: 'The bank held or took the money at some time' }),
    cardEnding: nullable(Type.String({ description: 'The last digits of the card' })),
    reference: nullable(Type.String({ description: 'The provider’s number of the purchase, for its support' })),
    supportEmail: nullable(Type.String({ description: 'Of the provider’s support' })),
    isSandbox: Type.Boolean({ description: 'No card is charged' }),
  },
  { title: 'CardPurchase' },
);
export type FiatPurchase = Static<typeof FiatPurchaseSchema>;

/** What a create call for a card purchase has in addition. */
export const NewFiatPurchase = Type.Object(
  {
    termsVersion: Type.String({
      ...TermsVersion,
      description: 'The version of the provider’s terms that the customer has agreed to, from `getCardPurchaseTerms`',
    }),
    locale: Type.Optional(Type.Enum([...LOCALE_CODES], { description: 'The language of the provider’s page' })),
  },
  { ...closed, title: 'NewCardPurchase' },
);

export const FiatSignUpBody = Type.Object(
  {
    accept: Type.Boolean({ description: 'The customer has agreed to the provider’s terms' }),
    email: { ...Email, description: 'The confirmed e-mail of the account; no other one is accepted' },
    termsVersion: Type.Optional({
      ...TermsVersion,
      description: 'The version that was shown (additive). Default: the current one',
    }),
  },
  { ...closed, title: 'ProviderSignUp' },
);
export type FiatSignUpInput = Static<typeof FiatSignUpBody>;

export const FiatSignInBody = Type.Object({ email: FiatSignUpBody.properties.email }, { ...closed, title: 'ProviderSignIn' });
export type FiatSignInInput = Static<typeof FiatSignInBody>;
export const FiatSignInResponse = Type.Object(
  {
    bearerToken: Type.String({
      description: 'A handle without rights. The host keeps the provider’s token and finds it by the session',
    }),
  },
  { title: 'ProviderSession' },
);
export type FiatSignInOutput = Static<typeof FiatSignInResponse>;

export const FiatContactsResponse = Type.Object(
  { emailStatus: Type.Enum(['confirmed', 'not_confirmed'], { description: 'Whether the account’s e-mail is confirmed' }) },
  { title: 'ProviderContacts' },
);
export type FiatContacts = Static<typeof FiatContactsResponse>;

export const KYC_FEATURES = ['crypto', 'card', 'ssn'] as const;
export const KYC_FEATURE_STATUSES = ['complete', 'under_review', 'incomplete', 'failed_attempt', 'failed'] as const;
export const FiatKycStatusResponse = Type.Object(
  {
    features: Type.Array(
      Type.Object({
        feature: Type.String({ examples: [...KYC_FEATURES], description: '`crypto` is what a purchase needs' }),
        status: Type.String({ examples: [...KYC_FEATURE_STATUSES] }),
      }),
    ),
  },
  { title: 'ProviderKycStatus' },
);
export type FiatKycStatus = Static<typeof FiatKycStatusResponse>;

export const FiatKycAccessTokenQuery = Type.Object({
  feature: Type.Enum([...KYC_FEATURES]),
  locale: Type.Optional(Type.Enum([...LOCALE_CODES])),
  returnPath: Type.Optional(
    Type.String({
      pattern: '^/(?:[A-Za-z0-9][A-Za-z0-9/_-]{0,200})?$',
      description: 'The page of this site to which the customer returns. Default: the home page',
    }),
  ),
});
export type FiatKycAccessTokenInput = Static<typeof FiatKycAccessTokenQuery>;
export const FiatKycAccessTokenResponse = Type.Object(
  {
    kycAccessToken: Type.String(),
    applicantId: Type.String(),
    redirectUrl: Type.Optional(
      Type.String({ description: 'The provider’s page that verifies the customer (additive). Its origin is a configured one' }),
    ),
  },
  { title: 'ProviderKycAccess' },
);
export type FiatKycAccessToken = Static<typeof FiatKycAccessTokenResponse>;

export const FiatTermsResponse = Type.Object(
  {
    provider: ProviderCode,
    providerName: ProviderName,
    termsUrl: Type.String(),
    termsVersion: TermsVersion,
    supportEmail: nullable(Type.String()),
    origins: Type.Array(Type.String({ examples: ['https://exchange.mercuryo.io'] }), {
      description: 'Where `redirectUrl` may lead. A client opens no other one',
    }),
    currencies: Type.Array(
      Type.Object(
        {
          slug: Slug,
          currencyTitle: Ticker,
          minAmount: DecimalText,
          maxAmount: DecimalText,
          noKycThreshold: nullable({
            ...DecimalText,
            description: 'Up to this total of all purchases no documents are needed; null: they always are',
          }),
          used: nullable({
            ...DecimalText,
            description: 'What the signed-in customer has bought for, in this currency; null for a guest',
          }),
        },
        { title: 'CardCurrency' },
      ),
    ),
    coins: Type.Array(Slug, { description: 'Instruments that can be bought' }),
    countries: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), {
      description: 'Where cards are accepted, ISO 3166-1 alpha-3. Empty: the provider did not say',
    }),
    usual: Type.Optional(
      Type.Object(
        {
          confirmSeconds: nullable(
            Type.Integer({ minimum: 0, description: 'From the start of the payment to the bank’s answer' }),
          ),
          deliverSeconds: nullable(Type.Integer({ minimum: 0, description: 'From there to the delivery' })),
        },
        {
          description: 'How long nine of ten of the last purchases took (additive); null: too few to tell',
          title: 'CardPurchaseTimes',
        },
      ),
    ),
    isVerified: Type.Boolean({ description: 'The provider had verified the signed-in customer when it was last asked' }),
    isSandbox: Type.Boolean({ description: 'No card is charged' }),
  },
  { title: 'CardPurchaseTerms' },
);
export type FiatTerms = Static<typeof FiatTermsResponse>;
