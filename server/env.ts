import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { isDecimal } from '../contract/money.ts';
import { isPublicKey } from '../contract/signedDocuments/signature.ts';
import type { WithdrawalRules } from './withdrawals/withdrawalContext.ts';
import { DEFAULT_AFFILIATE_RULES, findRuleFault, type AffiliateRules } from './affiliates/affiliateRules.ts';

/** An invalid configuration. The message names the variable and the expected value. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Returns the default path of the signing key. */
export const defaultSigningKeyFile = (dataDirectory: string): string => `${dataDirectory}/signing-key`;

const EvmNetworks = Type.Array(
  Type.Object(
    {
      networkSlug: Type.String(),
      rpcUrls: Type.Array(Type.String(), { minItems: 1 }),
      chainId: Type.Integer({ minimum: 1 }),
      maxFeePerGasGwei: Type.Optional(Type.Integer({ minimum: 1 })),
      agreeingNodes: Type.Optional(Type.Integer({ minimum: 1 })),
      finalAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
);
export type EvmNetworkConfiguration = Static<typeof EvmNetworks>[number];

/** The API host's configuration, parsed once at start. */
export interface ServerEnvironment {
  host: string;
  port: number;
  dataDirectory: string;
  /** PostgreSQL; null for the embedded database in the data directory */
  databaseUrl: string | null;
  /** Maximum number of PostgreSQL connections of this process */
  databasePool: number;
  isProduction: boolean;
  logLevel: string;
  trustedProxies: string[];
  requestsPerMinute: number;
  /** Interval of the reconcile job. */
  reconcileEverySeconds: number;
  /** How long reconciliation may fail to read an object before that is an alarm. */
  reconcileUnreadAlarmSeconds: number;
  brandName: string;
  /** The `affiliateId` of `resources/brand.json`: orders may name it as their referrer, and earn nobody anything */
  brandAffiliateId: string;
  /** When a withdrawal needs an operator, in USDT, and how long it can be stopped (D60) */
  withdrawalRules: Omit<WithdrawalRules, 'minimum'>;
  /** The rules of affiliates and cashback (D48) */
  affiliateRules: AffiliateRules;
  /** `off`, `loopback` (only when bound to loopback) or `allow` (D12) */
  sandbox: 'off' | 'loopback' | 'allow';
  market: { kind: 'embedded'; seed: number; stepMs?: number } | { kind: 'ccxt'; exchanges: string[] };
  /** Speed of the embedded networks, as a multiple of real time. */
  embeddedChainSpeed: number;
  evmNetworks: EvmNetworkConfiguration[];
  seedFile: string;
  signingKeyFile: string;
  /** Former Ed25519 public keys in hex, in addition to those in the data directory */
  previousSigningKeys: string[];
  /** For tests only: allows the embedded market with a real EVM node. */
  allowMixedPorts: boolean;
  /** Public origin of the site without a trailing slash, for links in mails. null: the origin of the request */
  publicOrigin: string | null;
  /** null: mails stay in the sandbox's mailbox (D12) */
  smtp: { url: string; from: string } | null;
  /** USD, decimal strings (D41) */
  payoutCapPerOrderUsd: string;
  payoutCapPerHourUsd: string;
  /** All instruments together (D56) */
  payoutCapTotalPerHourUsd: string;
  payoutCapTotalPerDayUsd: string;
  /** Percent of a coin's free reserve that unpaid fixed-rate orders may hold (D54) */
  unpaidReservePerClientPercent: string;
  unpaidReserveTotalPercent: string;
}

type Variables = Record<string, string | undefined>;

/** Throws a ConfigurationError that names the variable. */
export function parseEnvironment(variables: Variables): ServerEnvironment {
  const dataDirectory = variables['DATA_DIR'] || '.data';
  const host = variables['HOST'] || '127.0.0.1';
  const isProduction = variables['NODE_ENV'] === 'production';
  const evmNetworks = variables['EVM_NETWORKS_FILE'] ? readEvmNetworks(variables['EVM_NETWORKS_FILE']) : [];
  const exchanges = (variables['MARKET_EXCHANGES'] ?? '').split(',').filter(Boolean);
  const market =
    exchanges.length > 0
      ? ({ kind: 'ccxt', exchanges } as const)
      : ({
          kind: 'embedded',
          seed: wholeNumber(variables, 'MARKET_SEED', 20261120, 0, 2 ** 31),
          stepMs: wholeNumber(variables, 'EMBEDDED_MARKET_STEP_MS', 1_000, 10, 10_000),
        } as const);
  const allowMixedPorts = variables['ALLOW_MIXED_PORTS_FOR_TESTS'] === 'yes';
  if (!allowMixedPorts && evmNetworks.length > 0 !== (market.kind === 'ccxt')) {
    throw new ConfigurationError(
      'EVM_NETWORKS_FILE and MARKET_EXCHANGES go together: real networks with embedded prices, or the other way round, would lose money.',
    );
  }
  return {
    host,
    port: wholeNumber(variables, 'API_PORT', 0, 0, 65_535),
    dataDirectory,
    databaseUrl: databaseUrl(variables),
    databasePool: wholeNumber(variables, 'DATABASE_POOL', 10, 2, 500),
    isProduction,
    logLevel: oneOf(variables, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    trustedProxies: (variables['TRUSTED_PROXIES'] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    requestsPerMinute: wholeNumber(variables, 'REQUESTS_PER_MINUTE', 600, 1, 1_000_000),
    reconcileEverySeconds: wholeNumber(variables, 'RECONCILE_EVERY_SECONDS', 300, 1, 86_400),
    reconcileUnreadAlarmSeconds: wholeNumber(variables, 'RECONCILE_UNREAD_ALARM_SECONDS', 21_600, 1, 604_800),
    brandName: variables['BRAND_NAME'] || 'Causeway',
    brandAffiliateId: variables['BRAND_AFFILIATE_ID'] || 'causeway',
    affiliateRules: readAffiliateRules(variables),
    withdrawalRules: {
      reviewAbove: decimal(variables, 'WITHDRAWAL_REVIEW_ABOVE_USDT', '1000'),
      waitMs: wholeNumber(variables, 'WITHDRAWAL_WAIT_SECONDS', 3_600, 0, 604_800) * 1_000,
    },
    sandbox: sandboxMode(variables, host, isProduction, evmNetworks.length > 0),
    market,
    embeddedChainSpeed: wholeNumber(variables, 'EMBEDDED_CHAIN_SPEED', 60, 1, 100_000),
    evmNetworks,
    seedFile: variables['SEED_FILE'] || `${dataDirectory}/seed`,
    signingKeyFile: variables['SIGNING_KEY_FILE'] || defaultSigningKeyFile(dataDirectory),
    previousSigningKeys: publicKeys(variables, 'SIGNING_PREVIOUS_KEYS'),
    allowMixedPorts,
    publicOrigin: readPublicOrigin(variables),
    smtp: readSmtp(variables),
    payoutCapPerOrderUsd: decimal(variables, 'PAYOUT_CAP_PER_ORDER_USD', '100000'),
    payoutCapPerHourUsd: decimal(variables, 'PAYOUT_CAP_PER_HOUR_USD', '1000000'),
    payoutCapTotalPerHourUsd: decimal(variables, 'PAYOUT_CAP_TOTAL_PER_HOUR_USD', '2000000'),
    payoutCapTotalPerDayUsd: decimal(variables, 'PAYOUT_CAP_TOTAL_PER_DAY_USD', '10000000'),
    unpaidReservePerClientPercent: decimal(variables, 'UNPAID_RESERVE_PER_CLIENT_PERCENT', '2'),
    unpaidReserveTotalPercent: decimal(variables, 'UNPAID_RESERVE_TOTAL_PERCENT', '20'),
  };
}

function sandboxMode(
  variables: Variables,
  host: string,
  isProduction: boolean,
  hasRealNetworks: boolean,
): ServerEnvironment['sandbox'] {
  const requested = oneOf(variables, 'SANDBOX', ['', 'off', 'allow'], '');
  if (isProduction || (hasRealNetworks && variables['ALLOW_MIXED_PORTS_FOR_TESTS'] !== 'yes') || requested === 'off')
    return 'off';
  if (requested === 'allow') return 'allow';
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? 'loopback' : 'off';
}

/** Never repeats the value, which contains a password. */
function databaseUrl(variables: Variables): string | null {
  const text = variables['DATABASE_URL'];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1) return text;
  throw new ConfigurationError('DATABASE_URL must be an address such as postgres://user:password@host:5432/database.');
}

function readPublicOrigin(variables: Variables): string | null {
  const text = variables['PUBLIC_ORIGIN'];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin;
  throw new ConfigurationError(`PUBLIC_ORIGIN must be an address such as https://swap.example, without a path, not "${text}".`);
}

/**
 * A real mail server requires MAIL_FROM and PUBLIC_ORIGIN: links in a mail must not use the origin of a request, which its
 * sender chooses. Error messages never repeat SMTP_URL, which contains a password.
 */
function readSmtp(variables: Variables): ServerEnvironment['smtp'] {
  const { SMTP_URL: url, MAIL_FROM: from } = variables;
  if (!url) return null;
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError('SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.');
  }
  if (!from || !/^(?:[^<>@,\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(from)) {
    throw new ConfigurationError('MAIL_FROM must be a sender such as Causeway <no-reply@example.org> when SMTP_URL is set.');
  }
  if (readPublicOrigin(variables) === null) {
    throw new ConfigurationError('PUBLIC_ORIGIN must be the address of the site when SMTP_URL is set: mails link to it.');
  }
  return { url, from };
}

function readAffiliateRules(variables: Variables): AffiliateRules {
  const usual = DEFAULT_AFFILIATE_RULES;
  const rules: AffiliateRules = {
    referrerSharePercent: decimal(variables, 'REFERRER_SHARE_PERCENT', usual.referrerSharePercent),
    cashbackLevels: readCashbackLevels(variables),
    cashbackWindowDays: wholeNumber(variables, 'CASHBACK_WINDOW_DAYS', usual.cashbackWindowDays, 1, 366),
    minimumWithdrawal: decimal(variables, 'MINIMUM_WITHDRAWAL_USDT', usual.minimumWithdrawal),
  };
  const fault = findRuleFault(rules);
  if (fault !== null) throw new ConfigurationError(`REFERRER_SHARE_PERCENT and CASHBACK_LEVELS: ${fault}.`);
  return rules;
}

/** Reads `volume:percent` of every level, separated by commas. */
function readCashbackLevels(variables: Variables): AffiliateRules['cashbackLevels'] {
  const usual = DEFAULT_AFFILIATE_RULES.cashbackLevels;
  const text = variables['CASHBACK_LEVELS'];
  if (text === undefined || text === '') return usual;
  const parts = text.split(',').map((part) => part.trim().split(':'));
  return usual.map(({ level }, index) => {
    const [fromVolume = '', percent = '', ...others] = parts[index] ?? [];
    if (parts.length !== usual.length || others.length > 0 || !isDecimal(fromVolume) || !isDecimal(percent)) {
      throw new ConfigurationError(
        `CASHBACK_LEVELS must be ${usual.length} levels such as 0:5,10000:10,50000:15,250000:20, not "${text}".`,
      );
    }
    return { level, fromVolume, percent };
  });
}

function wholeNumber(variables: Variables, name: string, fallback: number, least: number, most: number): number {
  const text = variables[name];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new ConfigurationError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

function oneOf<const Options extends readonly string[]>(
  variables: Variables,
  name: string,
  options: Options,
  fallback: Options[number],
): Options[number] {
  const text = variables[name] ?? fallback;
  const found = options.find((option) => option === text);
  if (found === undefined)
    throw new ConfigurationError(`${name} must be one of ${options.filter(Boolean).join(', ')}, not "${text}".`);
  return found;
}

function decimal(variables: Variables, name: string, fallback: string): string {
  const text = variables[name] ?? fallback;
  const isUsable: boolean = isDecimal(text);
  if (!isUsable) throw new ConfigurationError(`${name} must be a plain decimal such as 1000 or 0.5, not "${text}".`);
  return text;
}

function publicKeys(variables: Variables, name: string): string[] {
  const keys = (variables[name] ?? '').split(',').flatMap((part) => part.trim() || []);
  if (!keys.every(isPublicKey))
    throw new ConfigurationError(`${name} must be public keys of 64 hex digits, separated by commas.`);
  return keys;
}

function readEvmNetworks(path: string): EvmNetworkConfiguration[] {
  try {
    return Value.Parse(EvmNetworks, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new ConfigurationError(
      `EVM_NETWORKS_FILE (${path}) must contain a list of {"networkSlug", "rpcUrls", "chainId"}: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}
