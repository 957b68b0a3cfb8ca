import { isDecimal, type Decimal } from '../../../contract/money.ts';
import { ConfigurationError } from '../../settings/configurationError.ts';
import { decimal, list, oneOf, origin, origins, wholeNumber, type Variables } from '../../settings/variables.ts';

/** Where the provider sends callbacks, below the site's origin */
export const CALLBACK_PATH = '/api/v1/liquidity-providers/mercuryo/callback';

/** A currency that cards are charged in */
export interface FiatCurrency {
  /** Slug of the instrument: "eur" */
  slug: string;
  /** Up to this total of all purchases no documents are needed (cumulative); null: they always are */
  noKycThreshold: Decimal | null;
}

/** How the partner API is reached. The tokens are never logged. */
export interface PartnerAccess {
  apiUrl: string;
  /** The provider's page that verifies customers, without its query */
  kycPage: string;
  widgetId: string;
  partnerToken: string;
  signKey: string;
  /** What the provider signs: the body as it is received, or without white space */
  signedForm: 'raw' | 'dense';
  /** Sent as User-Agent, which the provider requires */
  partnerName: string;
}

export interface FiatSettings {
  /** null: the embedded provider, which a sandbox starts on this port of its own (0: one that is free) */
  access: PartnerAccess | null;
  embeddedPort: number;
  /** Where customers may be sent. The embedded provider adds its own origin. */
  origins: readonly string[];
  currencies: readonly FiatCurrency[];
  /** Our part of the provider's fee, as agreed with the provider, in percent of the amount */
  partnerFeePercent: Decimal;
  termsUrl: string;
  termsVersion: string;
  supportEmail: string;
}

/**
 * Returns the settings of card purchases; null: this host sells nothing for money. With real networks the provider must be a real one.
 * Throws a ConfigurationError, which never repeats a token.
 */
export function readFiatSettings(variables: Variables, isEmbedded: boolean): FiatSettings | null {
  const kind = oneOf(variables, 'FIAT_PROVIDER', ['embedded', 'mercuryo', 'none'], isEmbedded ? 'embedded' : 'none');
  if (kind === 'none') return null;
  if ((kind === 'embedded') !== isEmbedded) {
    throw new ConfigurationError(
      `FIAT_PROVIDER must not be ${kind} with ${isEmbedded ? 'embedded' : 'real'} networks: cards would pay for coins without value, or the other way round.`,
    );
  }
  const access = kind === 'embedded' ? null : readAccess(variables);
  if (access && origin(variables, 'PUBLIC_ORIGIN') === null) {
    throw new ConfigurationError('PUBLIC_ORIGIN must be the address of the site when FIAT_PROVIDER is mercuryo.');
  }
  return {
    access,
    embeddedPort: wholeNumber(variables, 'EMBEDDED_PROVIDER_PORT', 0, 0, 65_535),
    origins: access ? origins(variables, 'FIAT_REDIRECT_ORIGINS', ['https://payments.mercuryo.io']) : [],
    currencies: readCurrencies(variables),
    partnerFeePercent: decimal(variables, 'FIAT_PARTNER_FEE_PERCENT', access ? '0' : '0.5'),
    termsUrl: variables['FIAT_TERMS_URL'] || 'https://mercuryo.io/legal/terms/',
    termsVersion: variables['FIAT_TERMS_VERSION'] || '2026-01',
    supportEmail: variables['FIAT_SUPPORT_EMAIL'] || 'support@mercuryo.io',
  };
}

function readAccess(variables: Variables): PartnerAccess {
  const needed = (name: string): string => {
    const value = variables[name];
    if (!value) throw new ConfigurationError(`${name} must be set when FIAT_PROVIDER is mercuryo.`);
    return value;
  };
  const signKey = needed('MERCURYO_SIGN_KEY');
  if (signKey.length < 16) throw new ConfigurationError('MERCURYO_SIGN_KEY must have at least 16 characters.');
  return {
    apiUrl: `${origin(variables, 'MERCURYO_API_URL') ?? 'https://api.mercuryo.io'}/v1.6`,
    kycPage: `${origin(variables, 'MERCURYO_KYC_URL') ?? 'https://payments.mercuryo.io'}/kyc`,
    widgetId: needed('MERCURYO_WIDGET_ID'),
    partnerToken: needed('MERCURYO_PARTNER_TOKEN'),
    signKey,
    signedForm: oneOf(variables, 'MERCURYO_SIGNED_FORM', ['raw', 'dense'], 'raw'),
    partnerName: needed('MERCURYO_PARTNER_NAME'),
  };
}

const USUAL_CURRENCIES = 'usd:750,eur:699';

/** "usd:750,eur:699,gbp:-": each currency with its threshold; "-": documents are always needed. */
function readCurrencies(variables: Variables): FiatCurrency[] {
  const named = list({ FIAT_CURRENCIES: variables['FIAT_CURRENCIES'] || USUAL_CURRENCIES }, 'FIAT_CURRENCIES');
  return named.map((text) => {
    const [slug = '', threshold = ''] = text.split(':');
    const isKnown: boolean = isDecimal(threshold);
    if (!/^[a-z]{3}$/.test(slug) || (threshold !== '-' && !isKnown)) {
      throw new ConfigurationError(
        `FIAT_CURRENCIES must be a list such as ${USUAL_CURRENCIES}, with "-" for no limit, not "${text}".`,
      );
    }
    return { slug, noKycThreshold: threshold === '-' ? null : threshold };
  });
}
