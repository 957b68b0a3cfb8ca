import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { UnresolvedCounts, UnresolvedKind } from '../operator/unresolved.ts';
import { UNRESOLVED_KINDS } from '../operator/unresolved.ts';
import type { Observed } from '../health/measurements.ts';
import { createAlertBook } from './alertBook.ts';
import { alertLine, alertTitle } from './alertTexts.ts';
import { ALERT_RULES, type AlertName } from './rules.ts';
import { createObservedHost } from './testing/observedHost.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_000_000_000_000;
const HOST = createObservedHost(START);

const waits = (kind: UnresolvedKind, milliseconds: number) => ({
  unresolved: () =>
    Object.fromEntries(
      UNRESOLVED_KINDS.map((one) => [one, { count: 1, oldestAt: one === kind ? START - milliseconds : START }]),
    ) as UnresolvedCounts,
});
const books = (changes: object) => ({ books: () => ({ ...books0(), ...changes }) });
const books0 = () => ({ alarms: 0, alarmParts: [], notices: 0, unread: 0, notChecked: [], ended_at: START });
const NO_TROUBLES = { RECOVERY: null, STOPPED: null, UNRESOLVED: null };
const stored = (changes: object) => ({
  stored: () => ({
    capShares: {},
    reserveShares: {},
    mailDueAt: null,
    purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: null, CONTRADICTED: null },
    hedgingAt: NO_TROUBLES,
    hedgingCost: 0,
    backupAt: START,
    ...changes,
  }),
});
const machine = (changes: object) => ({
  machine: () => ({ diskFreeShare: 0.5, diskDaysLeft: null, clockOffsetSeconds: null, ...changes }),
});

/** For each rule: a host just within the threshold, one just beyond it, and what operators read. */
const CASES: Record<AlertName, { well: Partial<Observed>; bad: Partial<Observed>; title: string }> = {
  booksAlarm: {
    well: books({ notices: 1 }),
    bad: books({ alarms: 1, alarmParts: ['tron'] }),
    title: 'The books have an alarm about tron: money may be missing',
  },
  recovery: {
    well: { recoveries: () => [] },
    bad: { recoveries: () => [{ network: 'ethereum', since: START - 1 }] },
    title: 'ethereum is in RECOVERY: its treasury sent more than the books know, and nothing is sent',
  },
  capUsed: {
    well: stored({ capShares: { btc: 0.5 } }),
    bad: stored({ capShares: { btc: 0.51 } }),
    title: 'The last ten minutes used much of the hourly cap of btc: 51.0 %',
  },
  databaseDown: {
    well: { isDatabaseAnswering: () => true },
    bad: { isDatabaseAnswering: () => false },
    title: 'The database does not answer: no order is taken and nothing is sent',
  },
  databaseLocked: {
    well: { databaseLock: () => ({ since: START - 5_000, holder: 'process 7 (sqlite3)' }) },
    bad: { databaseLock: () => ({ since: START - 6_000, holder: 'process 7 (sqlite3)' }) },
    title: 'The database is locked by process 7 (sqlite3): orders wait and nothing is sent: 6.0 s',
  },
  diskNearlyFull: {
    well: machine({ diskFreeShare: 0.1 }),
    bad: machine({ diskFreeShare: 0.09 }),
    title: 'The disk is nearly full: 9.0 %',
  },
  diskFillsUp: {
    well: machine({ diskDaysLeft: 3 }),
    bad: machine({ diskDaysLeft: 2.9 }),
    title: 'The disk will soon be full: 2.9 days left',
  },
  failed: { well: waits('FAILED', 15 * MINUTE), bad: waits('FAILED', 16 * MINUTE), title: 'A payment failed: 16 min' },
  held: { well: waits('HELD', 15 * MINUTE), bad: waits('HELD', 16 * MINUTE), title: 'A payment is on hold: 16 min' },
  refused: {
    well: waits('REFUSED', 15 * MINUTE),
    bad: waits('REFUSED', 16 * MINUTE),
    title: 'A network refuses a payment: 16 min',
  },
  depositReorged: {
    well: waits('DEPOSIT_REORGED', 15 * MINUTE),
    bad: waits('DEPOSIT_REORGED', 16 * MINUTE),
    title: 'A deposit was reorged after its payout was planned: 16 min',
  },
  overdue: { well: waits('OVERDUE', 15 * MINUTE), bad: waits('OVERDUE', 16 * MINUTE), title: 'A payment is overdue: 16 min' },
  claim: {
    well: waits('CLAIM', 4 * HOUR),
    bad: waits('CLAIM', 5 * HOUR),
    title: 'A claimed deposit waits for an operator: 5 h',
  },
  decision: {
    well: waits('DECISION', 4 * HOUR),
    bad: waits('DECISION', 5 * HOUR),
    title: 'An order waits for a decision of ours: 5 h',
  },
  booksUnread: {
    well: books({
      unread: 1,
      notChecked: [{ what: 'sends tron', count: 1, since: new Date(START - 30 * MINUTE).toISOString() }],
    }),
    bad: books({ unread: 1, notChecked: [{ what: 'sends tron', count: 1, since: new Date(START - 31 * MINUTE).toISOString() }] }),
    title: 'Part of the books could not be read: 31 min',
  },
  networkSilent: {
    well: { networkAnswers: () => new Map([['tron', START - 3 * MINUTE]]) },
    bad: { networkAnswers: () => new Map([['tron', START - 4 * MINUTE]]) },
    title: 'The network tron gives no usable answer: 4 min',
  },
  marketSilent: {
    well: { priceAt: () => START - 3 * MINUTE },
    bad: { priceAt: () => START - 4 * MINUTE },
    title: 'There are no new market prices: 4 min',
  },
  settlementSilent: {
    well: { settlementAt: () => START - MINUTE },
    bad: { settlementAt: () => START - MINUTE - 1_000 },
    title: 'Settlement has stopped: deposits and payouts are late: 61 s',
  },
  reserveShort: {
    well: { shortReserves: () => [] },
    bad: { shortReserves: () => ['xmr'] },
    title: 'The reserve of xmr is too small for the smallest order',
  },
  reserveLow: {
    well: stored({ reserveShares: { eth: 1 } }),
    bad: stored({ reserveShares: { eth: 0.9 } }),
    title: 'The reserve of eth is below its threshold: 90 % of it',
  },
  serverErrors: {
    well: { errorShare: () => 0.01 },
    bad: { errorShare: () => 0.02 },
    title: 'Requests fail with server errors: 2.0 %',
  },
  backupOld: {
    well: stored({ backupAt: START - 26 * HOUR }),
    bad: stored({ backupAt: null }),
    title: 'The newest backup is too old: there is none',
  },
  mailQueued: {
    well: stored({ mailDueAt: START - 15 * MINUTE }),
    bad: stored({ mailDueAt: START - 16 * MINUTE }),
    title: 'Mails wait: 16 min',
  },
  purchaseFailed: {
    well: stored({ purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: START - 15 * MINUTE, CONTRADICTED: null } }),
    bad: stored({ purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: START - 16 * MINUTE, CONTRADICTED: null } }),
    title: 'The card provider took money and could not send the coins: 16 min',
  },
  purchaseContradicted: {
    well: stored({}),
    bad: stored({ purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: null, CONTRADICTED: START - MINUTE } }),
    title: 'A report of the card provider contradicts its purchase',
  },
  purchaseSilent: {
    well: stored({ purchasesAt: { AT_PROVIDER: START - 2 * HOUR, DELIVERY_FAILED: null, CONTRADICTED: null } }),
    bad: stored({ purchasesAt: { AT_PROVIDER: START - 3 * HOUR, DELIVERY_FAILED: null, CONTRADICTED: null } }),
    title: 'The card provider reports nothing about a purchase: 3 h',
  },
  hedgingUnresolved: {
    well: stored({ hedgingAt: { ...NO_TROUBLES, UNRESOLVED: START - 2 * MINUTE } }),
    bad: stored({ hedgingAt: { ...NO_TROUBLES, UNRESOLVED: START - 3 * MINUTE } }),
    title: 'It is not known what became of an order on the exchange, and its coin is not hedged: 3 min',
  },
  hedgingStopped: {
    well: stored({ hedgingAt: NO_TROUBLES }),
    bad: stored({ hedgingAt: { ...NO_TROUBLES, STOPPED: START - 1 } }),
    title: 'A coin is not hedged any more: the exchange has refused three orders',
  },
  hedgingRecovery: {
    well: stored({ hedgingAt: { ...NO_TROUBLES, RECOVERY: START - 5 * MINUTE } }),
    bad: stored({ hedgingAt: { ...NO_TROUBLES, RECOVERY: START - 6 * MINUTE } }),
    title: 'Our account at the exchange is in RECOVERY: nothing is hedged: 6 min',
  },
  hedgingCost: {
    well: stored({ hedgingCost: 0.1 }),
    bad: stored({ hedgingCost: 0.12 }),
    title: 'The fees of the exchange take much of what customers pay in fees: 12.0 %',
  },
  clockFast: {
    well: machine({ clockOffsetSeconds: 2 }),
    bad: machine({ clockOffsetSeconds: 2.5 }),
    title: 'The clock of the host is fast: 2.5 s',
  },
  clockSlow: {
    well: machine({ clockOffsetSeconds: -2 }),
    bad: machine({ clockOffsetSeconds: -2.5 }),
    title: 'The clock of the host is slow: -2.5 s',
  },
};

describe.each(Object.entries(CASES))('the alert %s', (rule, { well, bad, title }) => {
  test('fires beyond its threshold, and ends', () => {
    const book = createAlertBook();
    expect(book.review({ ...HOST, ...well })).toEqual([]);
    const fired = book.review({ ...HOST, ...bad });
    expect(fired).toMatchObject([{ rule, state: 'FIRING', since: START }]);
    expect(fired.map(alertTitle)).toEqual([title]);
    expect(book.firing()).toHaveLength(1);
    expect(book.review({ ...HOST, ...well })).toMatchObject([{ rule, state: 'RESOLVED' }]);
    expect(book.firing()).toEqual([]);
  });
});

test('tells an alert once, again after an hour, then every four hours, and that it is over', () => {
  const host = createObservedHost(START);
  const book = createAlertBook();
  const told: string[] = [];
  for (let minute = 0; minute <= 12 * 60; minute += 1) {
    host.at = START + minute * MINUTE;
    for (const { state } of book.review({ ...host, priceAt: () => START })) told.push(`${minute} ${state}`);
  }
  expect(told).toEqual(['4 FIRING', '64 REPEATED', '304 REPEATED', '544 REPEATED']);
  host.at += MINUTE;
  expect(book.review(host).map(alertLine)).toEqual(['RESOLVED There are no new market prices (after 12 h)']);
});

test('a host on which settlement, prices or the books never came to life is silent from its start', () => {
  const host = createObservedHost(START);
  const dead = { ...host, settlementAt: () => null, priceAt: () => null, books: () => null, networkAnswers: () => new Map() };
  const book = createAlertBook();
  expect(book.review(dead)).toEqual([]);
  host.at += HOUR;
  expect(book.review(dead).map(({ rule }) => rule)).toEqual(['booksUnread', 'marketSilent', 'settlementSilent']);
});

test('tells each network by itself', () => {
  const book = createAlertBook();
  const silent = (...networks: string[]) => ({ ...HOST, networkAnswers: () => new Map(networks.map((slug) => [slug, 0])) });
  expect(book.review(silent('tron', 'ethereum')).map(({ concerns }) => concerns)).toEqual(['tron', 'ethereum']);
  expect(book.review(silent('tron'))).toMatchObject([{ concerns: 'ethereum', state: 'RESOLVED' }]);
});

test('a process that takes over tells what has begun within two minutes', () => {
  const host = createObservedHost(START);
  const book = createAlertBook();
  const silent = (...networks: string[]) => ({ ...host, networkAnswers: () => new Map(networks.map((slug) => [slug, 0])) });
  book.review(silent('tron'));
  host.at += 3 * MINUTE;
  book.review(silent('tron', 'bitcoin'));
  book.takeOver(host.at);
  expect(book.review(silent('tron', 'bitcoin')).map(({ concerns }) => concerns)).toEqual(['bitcoin']);
});

test('each alert leads to a section of the manual', () => {
  const headings = readFileSync('docs/operator.md', 'utf8').matchAll(/^#{2,3} (.+)$/gm);
  const anchors = new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  expect(Object.values(ALERT_RULES).filter(({ section }) => !anchors.has(section))).toEqual([]);
});
