import { parseIpRange } from '../contract/ipRange.ts';
import { readAlertSettings } from './alerts/alertSettings.ts';
import { readBackupRecipients } from './backup/backupSettings.ts';
import { readBlogUrl } from './content/contentSettings.ts';
import { readDatabaseSettings } from './db/databaseSettings.ts';
import { readHedgingVenue } from './hedging/hedgingSettings.ts';
import { readIdentitySettings } from './identity/identitySettings.ts';
import { readSigningSettings } from './guarantee/signingSettings.ts';
import { readMessengerSettings } from './messenger/messengerSettings.ts';
import { readFiatSettings } from './ports/fiat/fiatSettings.ts';
import { readRealNetworks } from './ports/chain/networkSettings.ts';
import { readSmtpOptions } from './ports/mail/smtp/smtpSettings.ts';
import { readMarketSettings } from './ports/market/marketSettings.ts';
import { ConfigurationError } from './settings/configurationError.ts';
import { readOperatorSettings } from './operator/settings/operatorSettings.ts';
import { settingTexts } from './settings/settingTable.ts';
import { dataDirectoryOf, list, oneOf, origin, wholeNumber, type Variables } from './settings/variables.ts';

/** The API host's configuration, parsed once at start. */
export type ServerEnvironment = ReturnType<typeof parseEnvironment>;

/** Composes the settings that each domain reads for itself. Throws a ConfigurationError that names the variable. */
export function parseEnvironment(variables: Variables) {
  const host = variables['HOST'] || '127.0.0.1';
  const realNetworks = readRealNetworks(variables);
  const market = readMarketSettings(variables);
  if (realNetworks.length > 0 !== (market.kind === 'ccxt')) {
    throw new ConfigurationError(
      'REAL_NETWORKS_FILE and MARKET_EXCHANGES go together: real networks with embedded prices, or the other way round, would lose money.',
    );
  }
  // So that a start with wrong values fails before the database is opened.
  readOperatorSettings(variables);
  const publicOrigin = origin(variables, 'PUBLIC_ORIGIN');
  if (realNetworks.length > 0 && publicOrigin === null) {
    throw new ConfigurationError(
      'PUBLIC_ORIGIN must be the address of the site with real networks, such as https://swap.example: otherwise callers choose where links of mails lead.',
    );
  }
  return {
    host,
    port: wholeNumber(variables, 'API_PORT', 0, 0, 65_535),
    logLevel: oneOf(variables, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    trustedProxies: list(variables, 'TRUSTED_PROXIES'),
    /** IP addresses and ranges that the operators' console opens for; empty: all */
    consoleAddresses: readConsoleAddresses(variables),
    requestsPerMinute: wholeNumber(variables, 'REQUESTS_PER_MINUTE', 600, 1, 1_000_000),
    /** Public origin of the site without a trailing slash. null, with embedded networks only: the origin of the request */
    publicOrigin,
    /** The site that links of mails open if no request says which it is. Mails leave the host with a public origin only. */
    siteOrigin: publicOrigin ?? 'http://localhost',
    brandName: variables['BRAND_NAME'] || 'Causeway',
    /** The `affiliateId` of `resources/brand.json`: orders may name it as their referrer, and earn nobody anything */
    brandAffiliateId: variables['BRAND_AFFILIATE_ID'] || 'causeway',
    sandbox: sandboxMode(variables, host, realNetworks.length > 0),
    market,
    /** Empty: all networks are embedded (D12). */
    realNetworks,
    /** Speed of the embedded networks, as a multiple of real time. */
    embeddedChainSpeed: wholeNumber(variables, 'EMBEDDED_CHAIN_SPEED', 60, 1, 100_000),
    seedFile: variables['SEED_FILE'] || `${dataDirectoryOf(variables)}/seed`,
    ...readDatabaseSettings(variables),
    ...readSigningSettings(variables),
    ...readIdentitySettings(variables),
    /** Public keys of age that backups are encrypted to */
    backupRecipients: readBackupRecipients(variables),
    /** null: mails stay in the sandbox's mailbox (D12) */
    smtp: readSmtpOptions(variables),
    /** null: no bot of a messenger */
    messenger: readMessengerSettings(variables, publicOrigin),
    /** null: nothing is sold for money */
    fiat: readFiatSettings(variables, realNetworks.length === 0),
    /** Where what orders leave open is traded (D71) */
    hedgingVenue: readHedgingVenue(variables, realNetworks.length === 0),
    alerts: readAlertSettings(variables),
    /** The values of the environment. Operators may give others (D72): `liveSettings.ts` */
    settings: settingTexts(variables),
    blogUrl: readBlogUrl(variables),
    /** Interval of the reconcile job. */
    reconcileEverySeconds: wholeNumber(variables, 'RECONCILE_EVERY_SECONDS', 300, 1, 86_400),
    /** How long reconciliation may fail to read an object before that is an alarm. */
    reconcileUnreadAlarmSeconds: wholeNumber(variables, 'RECONCILE_UNREAD_ALARM_SECONDS', 21_600, 1, 604_800),
  };
}

/** Throws a ConfigurationError for an entry that is no IP address or range. */
function readConsoleAddresses(variables: Variables): string[] {
  const ranges = list(variables, 'CONSOLE_ADDRESSES');
  const wrong = ranges.find((range) => typeof parseIpRange(range) === 'string');
  if (wrong !== undefined) throw new ConfigurationError(`CONSOLE_ADDRESSES: ${wrong} is not an IP address or range.`);
  return ranges;
}

/** Returns `off`, `loopback` (only when bound to loopback) or `allow` (D12). */
function sandboxMode(variables: Variables, host: string, hasRealNetworks: boolean): 'off' | 'loopback' | 'allow' {
  const requested = oneOf(variables, 'SANDBOX', ['', 'off', 'allow'], '');
  if (variables['NODE_ENV'] === 'production' || hasRealNetworks || requested === 'off') return 'off';
  if (requested === 'allow') return 'allow';
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? 'loopback' : 'off';
}
