import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { listRepositoryFiles, readLines } from '../tests/support/repositoryFiles.ts';

/** Numbers of decisions; those between were never given. */
const DECISIONS = [[1, 31], [35], [37], [39, 42], [44, 46], [48, 96]].flatMap(([first = 0, last = first]) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place),
);

/** What the specification's chapters name. Each is named by its section, at least once. */
const CHAPTERS: Readonly<Record<number, string>> = {
  1:
    'floating, fixed, Guests, affiliate, cashback, API keys, KYC, withdrawals, USDT, card payment provider, mini-app, ' +
    'English, Russian, /ru, health',
  2:
    'send, receive, amount, ref, coin, cur_from, cur_to, /ua/…, /uk/…, referralID, 24 hours, code___argument, login, ' +
    'register, restore password, new password, e-mail confirmation, fiat provider, unsupported pair, ' +
    'withdrawal success, default, non-working, blog sidebar, docs sidebar, Page Not Found: {full path}, ' +
    'destinationAddress, lk-redirect, trailing slash, absolute target',
  3:
    'code, slug, language, langslug, ogp, name, title, iso3166, en_US, us, ru-RU, ru_RU, currencyTitle, networkTitle, ' +
    'currencyLogoLink, instrumentType, requiresMemo, precisionDecimals, bestChangeName, coinstatValue, price, ' +
    'currencyFriendlyTitle, updatedAt, ckm, noKycThreshold, orderId, rateMode, userEmail, createdAt, amountToGet, ' +
    'deposits, withdrawals, orderEvents, minConfirmationsToWithdraw, redirectUrl, legacyOrderId, referrerId, utmData, ' +
    'browserFingerprint, balances, accruals, cashbacks, apiId, whiteListIp, isActive, userId, click ids, screen size, ' +
    'OK, TECHNICAL_DIFFICULTIES, UNHEALTHY',
  4:
    'CREATION_END, DEPOSIT_REGISTERED, INCOMING_FUNDS_DETECTED, FUNDS_WITHDRAWAL_START, WITHDRAWAL_COMPLETED, ' +
    'REFUND_REQUESTED, REFUND_COMPLETED, RATE_MODE_CHANGED, RATE_MODE_CHANGE_ACCEPTED, FIXED_RATE_, ' +
    'HIGH_VOLATILITY_DETECTED, SLOW_DEPOSIT_DETECTED, WRONG_DEPOSIT_AMOUNT_DETECTED, 1 created, 2 funds detected, ' +
    '3 payout completed, 4 refund completed, every 5 s, 1 volatility, 2 slow deposit, 3 wrong amount, UNHEALTHY, ' +
    'more than 3 failures, ckm, noKycThreshold, NOT_STARTED, CREATED, PROCESS, PASS, REJECT, NONE, RESIDENTIAL, ' +
    'TYPE_ID, PERSONAL_INFO, GET_READY, UPLOADING_DOCS, passport, idcard, drivinglicense, userId, 418, 401, swap button',
  5:
    'plus sign, error_address_incorrect, address_reject_iotx, error_address_must_be_different, memo, Terms, tap, comma, ' +
    'T, 34, confirmation must match, SEO, 500',
  6: 'guest, user_type, referral, login, ADMIN, adminPermissionsScope, init data',
  7:
    'public-info, order-refund-info, public/latest, create, 200 s, set-email, request-refund, accept-rate-mode-change, ' +
    'validate-address, recommended-amount, rates/public/one, 15 s, instruments/public, 3 s, all=true, pairs/public, ' +
    'pairs/default, v1/health, healthz, stats/public, dict/seo, /api/v2/ws, pairs.rates, /api/v1/users/, ' +
    '/api/v1/affiliates/, liquidity-providers/mercuryo, builds/latest.json, builds/meta/{buildId}.json, _payload.json, ' +
    '/_i18n/{hash}/{locale}/messages.json, category, slug, offset, per_page',
  8:
    'ERR_NOT_FOUND_E, Client data is blacklisted, error_address_blacklisted, error_create_exchange, ' +
    'error_create_order_unknwon, error_min_amount, error_max_amount, error_email_already_set, ' +
    'Failed loading locale ({code}), 30 s, 3 s',
  9: 'i18n_redirected',
};

const PAGES =
  '/, /exchange-{pair}, /popular-exchanges, /order/{id}, /order/pending, /support, /roadmap, /docs, /docs/{slug}, ' +
  '/blog, /blog/{slug}, /blog/page{number}, /blog/{slug}/page{number}, /lk, ' +
  '/profile/{info,keys,wallet,history,cashback,withdraw,verification,affiliate-program}';

const ERRORS =
  'UNAUTHORIZED, NOT_ENOUGH_PERMISSIONS, UNPROCESSABLE_ENTITY, INVALID_CREDENTIALS, USER_ALREADY_REGISTERED, ' +
  'FORBIDDEN, BAD_REQUEST, NO_LIQUIDITY_AVAILABLE, NOT_FOUND, SERVICE_UNAVAILABLE, NOT_ACCEPTABLE, ' +
  'INTERNAL_SERVER_ERROR, NETWORK_NOT_SUPPORTED, BALANCE_TOO_LOW, BALANCE_NOT_FOUND, WITHDRAWAL_TOO_SMALL, ' +
  'CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL, CLAIMED_DEPOSIT_AMOUNT_TOO_BIG, VALIDATION, INVALID_PASSWORD_RESET_CODE, ' +
  'PRISMA_CLIENT_KNOWN_REQUEST, IM_A_TEAPOT, NOT_FOUND_E, PAIR_NOT_ACTIVE';

/** Rows of §9 with their numbers, in their order */
const CONSTANTS: readonly [string, number[]][] = [
  ['locale cookie', [365, 302, 24]],
  ['cookies', [24, 720]],
  ['account data', [15]],
  ['default amount', [500, 200, 0.01]],
  ['price multiples', [0.01, 0.1, 0.5, 1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000]],
  ['WebSocket', [3, 40]],
  ['polling', [5, 5, 1000]],
  ['health check', [5, 1.5, 30, 3, 20]],
  ['request timeouts', [200, 15, 15, 3]],
  ['confirmations', [50]],
  ['claimed deposit', [8]],
  ['KYC expiry date', [2099]],
  ['withdrawals', [34]],
  ['page', [2, 4, 10]],
  ['messenger popup', [64, 1, 256, 3]],
];

const text = readFileSync('docs/requirements.md', 'utf8');
/** The sections by heading: "§4", "D41" */
const sections = [...text.matchAll(/^### (§\d|D\d+)\b[^\n]*\n([\s\S]*?)(?=^### |^## |$(?![\s\S]))/gm)].map(
  ([, name = '', body = '']) => ({ name, body: body.replaceAll(/\s+/g, ' ') }),
);
const bodyOf = (name: string): string => sections.find((section) => section.name === name)?.body ?? '';
const unbuilt = /^## Not built yet\n([\s\S]*?)^## /m.exec(text)?.[1] ?? '';
const rowsOf = (body: string): string[][] =>
  [...body.matchAll(/\|([^|\n]+)\|([^|\n]+)\|/g)].map(([, one = '', other = '']) => [one.trim(), other.trim()]);

/** The decisions of the table "Not built yet" */
const notBuilt = rowsOf(unbuilt)
  .slice(2)
  .map(([, decision = '']) => decision.replace(/<.*>/, ''));

/** Returns those of the listed terms that `has` denies. */
const lacking = (list: string, has: (term: string) => boolean): string[] => list.split(', ').filter((term) => !has(term));

describe('docs/requirements.md', () => {
  it('has each chapter of the specification once, with what it names', () => {
    expect(sections.map(({ name }) => name).filter((name) => name.startsWith('§'))).toEqual(
      Object.keys(CHAPTERS).map((number) => `§${number}`),
    );
    for (const [number, list] of Object.entries(CHAPTERS))
      expect([number, lacking(list, (term) => bodyOf(`§${number}`).includes(term))]).toEqual([number, []]);
  });

  it('has each page and each error code once', () => {
    const pages = bodyOf('§2').split('- The exchange page')[0] ?? '';
    expect(lacking(PAGES, (page) => pages.split(`\`${page}\``).length === 2)).toEqual([]);
    const codes = [...(bodyOf('§8').split('; further ones in D29')[0] ?? '').matchAll(/ERR_\w+/g)].map(([code]) => code);
    expect(codes.toSorted()).toEqual(
      ERRORS.split(', ')
        .map((code) => `ERR_${code}`)
        .toSorted(),
    );
  });

  it('has each constant once, with its numbers', () => {
    const rows = rowsOf(/^### §9[\s\S]*?^## /m.exec(text)?.[0] ?? '').slice(2);
    const found = rows.map(([name = '', value = '']) => [
      name.replace(/ `.*/, ''),
      [...value.replaceAll(/-\d\d|\bD\d+/g, '').matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([number]) => Number(number)),
    ]);
    expect(found).toEqual(CONSTANTS);
  });

  it('has each decision once: as a section, or as not built', () => {
    const named = [...sections.map(({ name }) => name), ...notBuilt];
    const decisions = named
      .filter((name) => name.startsWith('D'))
      .toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
    expect(decisions).toEqual(DECISIONS.map((number) => `D${number}`));
  });
});

test('lists no decision as not built that code cites', () => {
  const cited = listRepositoryFiles('**/*.{ts,tsx,css}')
    .flatMap(readLines)
    .filter(({ text: line }) => notBuilt.some((name) => new RegExp(`\\b${name}\\b`).test(line)));
  expect(cited.map(({ place }) => place)).toEqual([]);
});
