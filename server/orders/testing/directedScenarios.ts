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

const DEEP: ScenarioEvent = { kind: 'mine', blocks: 20 };
const BLOCK: ScenarioEvent = { kind: 'mine', blocks: 1 };
const TICK: ScenarioEvent = { kind: 'tick' };
const REFUND: ScenarioEvent = { kind: 'refund' };
const ACCEPT: ScenarioEvent = { kind: 'accept' };
const CHEAPER: ScenarioEvent = { kind: 'price', share: '0.97' };
const pay = (share: Extract<ScenarioEvent, { kind: 'pay' }>['share']): ScenarioEvent => ({ kind: 'pay', share });
const pass = (minutes: Extract<ScenarioEvent, { kind: 'pass' }>['minutes']): ScenarioEvent => ({ kind: 'pass', minutes });
/** A round after each. */
const minutes = (count: number): ScenarioEvent[] => Array.from({ length: count }, () => [pass(1), TICK]).flat();
const stale = (isStale: boolean): ScenarioEvent => ({ kind: 'stale', isStale });
const fail = (fails: boolean): ScenarioEvent => ({ kind: 'fail', network: 'tron', fails });
const become = (mode: 'up' | 'refuse'): ScenarioEvent => ({ kind: 'break', network: 'tron', mode });

const PLAIN = { pair: 'ownAddress', rateMode: 'FLOATING', hasRefundAddress: true, cap: '1000000' } as const;
const FIXED = { ...PLAIN, rateMode: 'FIXED' } as const;

const NOTHING_LEAVES = NETWORKS.map((network): ScenarioEvent => ({ kind: 'break', network, mode: 'refuse' }));
const ALL_LEAVES = NETWORKS.map((network): ScenarioEvent => ({ kind: 'break', network, mode: 'up' }));

/** From the first deposit on, each status by the shortest way; who is asked was given a fixed rate that the market left behind. */
const WAYS_TO = {
  AWAITING_DEPOSIT: [],
  CONFIRMING: [CHEAPER, pay('1'), TICK, ACCEPT],
  PAYING_OUT: [pay('1'), DEEP, TICK, TICK],
  COMPLETED: [pay('1'), DEEP, TICK, TICK, DEEP, TICK, TICK],
  REFUND_REQUESTED: [CHEAPER, pay('1'), TICK, REFUND],
  REFUNDING: [CHEAPER, pay('1'), TICK, REFUND, DEEP, TICK, TICK],
  REFUNDED: [CHEAPER, pay('1'), TICK, REFUND, DEEP, TICK, TICK, DEEP, TICK, TICK],
  VOID: [...NOTHING_LEAVES, pay('1'), DEEP, TICK, TICK, { kind: 'takeBackForGood' }, ...ALL_LEAVES],
} as const satisfies Record<Exclude<OrderStatus, 'DECISION_NEEDED'>, readonly ScenarioEvent[]>;

const OTHER_COIN: ScenarioEvent[] = [{ kind: 'payOtherCoin', value: '300' }, DEEP, TICK];

/** So that the next try is later than what follows. */
const OFTEN_REFUSED: ScenarioEvent[] = [TICK, pass(1), TICK, pass(1), TICK, pass(1), TICK];

/** What comes besides, before the order's own deposit: it says so in every status that follows. */
const BESIDES = {
  EXTRA_DEPOSIT: { start: { pair: 'twoCoins' }, events: OTHER_COIN },
  PAYOUT_HELD: { start: { pair: 'twoCoins', cap: '200' }, events: [...OTHER_COIN, { kind: 'refundExtra' }] },
  PAYOUT_FAILED: {
    start: { pair: 'twoCoins' },
    events: [...OTHER_COIN, fail(true), { kind: 'refundExtra' }, TICK, DEEP, TICK, fail(false)],
  },
  DEPOSIT_REORGED: {
    start: { pair: 'twoCoins' },
    // Tried so often without it that the next try comes after all that follows.
    events: [...OTHER_COIN, ...minutes(6), { kind: 'takeBack' }, { kind: 'refundExtra' }, TICK, ...minutes(4)],
  },
  PAYOUT_DELAYED: {
    start: { pair: 'twoCoins' },
    events: [...OTHER_COIN, become('refuse'), { kind: 'refundExtra' }, ...OFTEN_REFUSED, become('up')],
  },
  CLAIM_HELD: {
    start: { pair: 'sharedAddress' },
    events: [{ kind: 'payWrongMemo', memo: '1', share: '0.4' }, DEEP, TICK, { kind: 'claim' }],
  },
} as const satisfies Partial<Record<AttentionReason, { start: Partial<ScenarioStart>; events: readonly ScenarioEvent[] }>>;

const besides = Object.values(BESIDES).flatMap(({ start, events }) =>
  Object.entries(WAYS_TO).map(([status, way]): DirectedScenario => {
    const { rateMode } = status === 'CONFIRMING' || status.startsWith('REFUND') ? FIXED : PLAIN;
    return [{ ...PLAIN, ...start, rateMode }, [...events, ...way]];
  }),
);

/** Lives that chance seldom leads: each move of the table is made in one of them, and each row of what an order says is said. */
export const DIRECTED_SCENARIOS: readonly DirectedScenario[] = [
  ...besides,
  // Asked while the deposit is in no block: it gets into one after the answer, or never.
  [FIXED, [CHEAPER, pay('1'), TICK, ACCEPT, BLOCK, TICK]],
  [FIXED, [CHEAPER, pay('1'), TICK, REFUND, BLOCK, TICK]],
  [FIXED, [CHEAPER, pay('1'), TICK, BLOCK, TICK]],
  [FIXED, [pass(70), pay('1'), TICK]],
  [FIXED, [pay('1.5'), TICK]],
  [PLAIN, [pay('0.001'), DEEP, TICK, pass(24 * 60), TICK]],
  [PLAIN, [pay('30'), DEEP, TICK]],
  [PLAIN, [pay('1'), BLOCK, TICK, stale(true), DEEP, TICK, pass(7 * 60), TICK]],
  // What is left of a refund is less than its fee.
  [FIXED, [pass(70), pay('0.0002'), DEEP, TICK, pay('1'), TICK, REFUND, { kind: 'drop' }, TICK]],
  [{ ...PLAIN, cap: '20' }, [pay('1'), DEEP, TICK, TICK, { kind: 'operatorRefund', of: 'order' }]],
  [FIXED, [...NOTHING_LEAVES, CHEAPER, pay('1'), TICK, REFUND, DEEP, TICK, TICK, { kind: 'takeBackForGood' }, ...ALL_LEAVES]],
];

/** They need a treasury that is empty, or fees that one side of the pair alone has: `attention.test.ts` arranges them. */
const ARRANGED_ELSEWHERE: readonly AttentionReason[] = ['NO_LIQUIDITY', 'NETWORK_CONGESTED'];

/** "PAYOUT_HELD COMPLETED": the rows of what an order says, but for those that no life leads to. */
export const ATTENTION_ROWS = ATTENTION_REASONS.filter((reason) => !ARRANGED_ELSEWHERE.includes(reason)).flatMap((reason) =>
  ATTENTION[reason].statuses.map((status) => `${reason} ${status}`),
);

/** "CONFIRMING depositConfirmed": every move there is. */
export const ALL_TRANSITIONS = ORDER_STATUSES.flatMap((status) =>
  Object.keys(ORDER_TRANSITIONS[status]).map((transition) => `${status} ${transition}`),
);
