import { ATTENTION } from '../../../contract/attention.ts';
import {
  ATTENTION_REASONS,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  type AttentionReason,
  type OrderStatus,
} from '../../../contract/order.ts';
import { NETWORKS, type ScenarioStart, type ScenarioEvent } from './scenario.ts';

type DirectedScenario = [ScenarioStart, ScenarioEvent[]];

const MINE_20: ScenarioEvent = { kind: 'mine', blocks: 20 };
const MINE_1: ScenarioEvent = { kind: 'mine', blocks: 1 };
const TICK: ScenarioEvent = { kind: 'tick' };
const REFUND: ScenarioEvent = { kind: 'refund' };
const ACCEPT: ScenarioEvent = { kind: 'accept' };
const PRICE_DROP: ScenarioEvent = { kind: 'price', share: '0.97' };
const pay = (share: Extract<ScenarioEvent, { kind: 'pay' }>['share']): ScenarioEvent => ({ kind: 'pay', share });
const pass = (minutes: Extract<ScenarioEvent, { kind: 'pass' }>['minutes']): ScenarioEvent => ({ kind: 'pass', minutes });
/** Advances minute by minute, with a worker round after each. */
const minutes = (count: number): ScenarioEvent[] => Array.from({ length: count }, () => [pass(1), TICK]).flat();
const stale = (isStale: boolean): ScenarioEvent => ({ kind: 'stale', isStale });
const setFailing = (fails: boolean): ScenarioEvent => ({ kind: 'fail', network: 'tron', fails });
const setMode = (mode: 'up' | 'refuse'): ScenarioEvent => ({ kind: 'break', network: 'tron', mode });

const FLOATING = { pair: 'ownAddress', rateMode: 'FLOATING', hasRefundAddress: true, cap: '1000000' } as const;
const FIXED = { ...FLOATING, rateMode: 'FIXED' } as const;

const REFUSE_SENDS = NETWORKS.map((network): ScenarioEvent => ({ kind: 'break', network, mode: 'refuse' }));
const ACCEPT_SENDS = NETWORKS.map((network): ScenarioEvent => ({ kind: 'break', network, mode: 'up' }));

/** The shortest events from the first deposit to each status. Decisions are caused by a price drop at a fixed rate. */
const EVENTS_TO = {
  AWAITING_DEPOSIT: [],
  CONFIRMING: [PRICE_DROP, pay('1'), TICK, ACCEPT],
  PAYING_OUT: [pay('1'), MINE_20, TICK, TICK],
  COMPLETED: [pay('1'), MINE_20, TICK, TICK, MINE_20, TICK, TICK],
  REFUND_REQUESTED: [PRICE_DROP, pay('1'), TICK, REFUND],
  REFUNDING: [PRICE_DROP, pay('1'), TICK, REFUND, MINE_20, TICK, TICK],
  REFUNDED: [PRICE_DROP, pay('1'), TICK, REFUND, MINE_20, TICK, TICK, MINE_20, TICK, TICK],
} as const satisfies Record<Exclude<OrderStatus, 'DECISION_NEEDED'>, readonly ScenarioEvent[]>;

const PAY_OTHER_COIN: ScenarioEvent[] = [{ kind: 'payOtherCoin', value: '300' }, MINE_20, TICK];

/** Enough attempts that the backoff outlasts the events that follow. */
const REPEATED_ROUNDS: ScenarioEvent[] = [TICK, pass(1), TICK, pass(1), TICK, pass(1), TICK];

/** Events before the order's own deposit that cause an attention reason in every later status. */
const ATTENTION_STARTS = {
  EXTRA_DEPOSIT: { start: { pair: 'twoCoins' }, events: PAY_OTHER_COIN },
  PAYOUT_HELD: { start: { pair: 'twoCoins', cap: '200' }, events: [...PAY_OTHER_COIN, { kind: 'refundExtra' }] },
  PAYOUT_FAILED: {
    start: { pair: 'twoCoins' },
    events: [...PAY_OTHER_COIN, setFailing(true), { kind: 'refundExtra' }, TICK, MINE_20, TICK, setFailing(false)],
  },
  DEPOSIT_REORGED: {
    start: { pair: 'twoCoins' },
    // Enough attempts without the deposit that the backoff outlasts the events that follow.
    events: [...PAY_OTHER_COIN, ...minutes(6), { kind: 'reorgDeep' }, { kind: 'refundExtra' }, TICK, ...minutes(4)],
  },
  PAYOUT_DELAYED: {
    start: { pair: 'twoCoins' },
    events: [...PAY_OTHER_COIN, setMode('refuse'), { kind: 'refundExtra' }, ...REPEATED_ROUNDS, setMode('up')],
  },
  CLAIM_HELD: {
    start: { pair: 'sharedAddress' },
    events: [{ kind: 'payWrongMemo', memo: '1', share: '0.4' }, MINE_20, TICK, { kind: 'claim' }],
  },
} as const satisfies Partial<Record<AttentionReason, { start: Partial<ScenarioStart>; events: readonly ScenarioEvent[] }>>;

const attentionScenarios = Object.values(ATTENTION_STARTS).flatMap(({ start, events }) =>
  Object.entries(EVENTS_TO).map(([status, way]): DirectedScenario => {
    const { rateMode } = status === 'CONFIRMING' || status.startsWith('REFUND') ? FIXED : FLOATING;
    return [{ ...FLOATING, ...start, rateMode }, [...events, ...way]];
  }),
);

/** Two payments after the payout, on each kind of address; the second one is larger than the maximum. */
const PAY_LATER: ScenarioEvent[] = [...EVENTS_TO.COMPLETED, pay('1.5'), MINE_1, TICK, pay('0.7'), pay('30'), MINE_20, TICK, TICK];
const LATER_ORDERS = (['ownAddress', 'twoCoins', 'sharedAddress'] as const).flatMap((pair): DirectedScenario[] => [
  [{ ...FLOATING, pair }, PAY_LATER],
  [{ ...FLOATING, pair, hasRefundAddress: false }, [...EVENTS_TO.PAYING_OUT, pay('1.5'), MINE_1, TICK, { kind: 'drop' }, TICK]],
  [{ ...FLOATING, pair }, [...PAY_LATER, ...REFUSE_SENDS, { kind: 'reorganise' }, TICK, MINE_20, TICK, ...ACCEPT_SENDS]],
]);

/** Scenarios that random events rarely produce. Together they make every transition and show every attention row. */
export const DIRECTED_SCENARIOS: readonly DirectedScenario[] = [
  ...attentionScenarios,
  // A decision while the deposit is pending: it is mined after the answer, or never.
  [FIXED, [PRICE_DROP, pay('1'), TICK, ACCEPT, MINE_1, TICK]],
  [FIXED, [PRICE_DROP, pay('1'), TICK, REFUND, MINE_1, TICK]],
  [FIXED, [PRICE_DROP, pay('1'), TICK, MINE_1, TICK]],
  [FIXED, [pass(70), pay('1'), TICK]],
  [FIXED, [pay('1.5'), TICK]],
  [FLOATING, [pay('0.001'), MINE_20, TICK, pass(24 * 60), TICK]],
  [FLOATING, [pay('30'), MINE_20, TICK]],
  [FLOATING, [pay('1'), MINE_1, TICK, stale(true), MINE_20, TICK, pass(7 * 60), TICK]],
  // A small test, then the rest as new orders (D63), which an operator or a reorg may stop.
  ...LATER_ORDERS,
  // The remaining refund is less than its fee.
  [FIXED, [pass(70), pay('0.0002'), MINE_20, TICK, pay('1'), TICK, REFUND, { kind: 'drop' }, TICK]],
  [{ ...FLOATING, cap: '20' }, [pay('1'), MINE_20, TICK, TICK, { kind: 'operatorRefund', of: 'order' }]],
];

/** These need an empty treasury, or a high fee on one side only, or a token with a blocklist: `attention.test.ts` covers them with fixtures. */
const COVERED_BY_FIXTURES: readonly AttentionReason[] = ['NO_LIQUIDITY', 'NETWORK_CONGESTED', 'DEPOSIT_BLOCKED'];

/** Attention rows that a scenario can produce: "PAYOUT_HELD COMPLETED". */
export const ATTENTION_ROWS = ATTENTION_REASONS.filter((reason) => !COVERED_BY_FIXTURES.includes(reason)).flatMap((reason) =>
  ATTENTION[reason].statuses.map((status) => `${reason} ${status}`),
);

/** Made only with books that have forgotten a payout, in `recovery/otherSide.test.ts` */
const OF_LOST_BOOKS = 'REFUNDING refundUndone';

/** Every transition of complete books: "CONFIRMING depositConfirmed". */
export const ALL_TRANSITIONS = ORDER_STATUSES.flatMap((status) =>
  Object.keys(ORDER_TRANSITIONS[status]).map((transition) => `${status} ${transition}`),
).filter((transition) => transition !== OF_LOST_BOOKS);
