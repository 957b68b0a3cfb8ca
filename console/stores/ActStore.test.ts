import { expect, test, vi } from 'vitest';
import type { ConsoleInput, ConsoleOutput } from '../../contract/console/routes.ts';
import { ApiError } from '../../contract/errors.ts';
import { ActStore, type PlannedAct } from './ActStore.ts';
import type { CallConsole } from './consoleCalls.ts';

const challenge = {
  challengeId: 'c'.repeat(43),
  expiresAt: '2026-11-20T12:05:00.000Z',
  methods: ['totp' as const],
  passkeyOptions: null,
};
const plan = (changes: Partial<PlannedAct> = {}): PlannedAct => ({
  act: 'release',
  subject: 'PAYOUT:1',
  effect: { amount: '14200', instrument: 'usdttrc20' },
  facts: {},
  digest: 'a'.repeat(64),
  needsSecond: false,
  money: { amount: '14200', instrument: 'usdttrc20' },
  challenge,
  ...changes,
});

interface Answers {
  plan: (input: ConsoleInput<'plan'>) => ConsoleOutput<'plan'>;
  act?: (input: ConsoleInput<'act'>) => ConsoleOutput<'act'>;
  decide?: (input: ConsoleInput<'decide'>) => ConsoleOutput<'decide'>;
}

function create(answers: Answers) {
  const calls: { name: string; input: unknown }[] = [];
  const onDone = vi.fn();
  const call = (async (name: keyof Answers, input: never) => {
    calls.push({ name, input });
    return await Promise.resolve(answers[name]?.(input));
  }) as unknown as CallConsole;
  return { store: new ActStore({ call, now: () => Date.UTC(2026, 10, 20, 12), onDone }), calls, onDone };
}

const REQUEST = { act: 'release', input: { sendId: 'PAYOUT:1' } };
const planned = async (store: ActStore) => await expect.poll(() => store.step.kind).toBe('planned');

async function prepare(answers: Answers) {
  const all = create(answers);
  all.store.open(REQUEST);
  await planned(all.store);
  all.store.setReason('checked by phone');
  all.store.setTypedAmount('14200');
  return all;
}

test('plans, then acts with reason, typed amount, digest and proof', async () => {
  const { store, calls, onDone } = await prepare({ plan: () => plan(), act: () => ({ done: true, effect: {}, result: null }) });
  expect(await store.confirm({ code: '123456' })).toBeNull();
  expect(store.step).toEqual({ kind: 'done', effect: {} });
  expect(calls.at(-1)).toEqual({
    name: 'act',
    input: {
      ...REQUEST,
      digest: 'a'.repeat(64),
      reason: 'checked by phone',
      typedAmount: '14200',
      proof: { challengeId: challenge.challengeId, code: '123456' },
    },
  });
  expect(onDone).toHaveBeenCalledOnce();
});

test('does nothing without a reason and the exact amount', async () => {
  const { store, calls } = create({ plan: () => plan() });
  store.open(REQUEST);
  await planned(store);
  expect(store.missing).toBe('reason');
  store.setReason('  a ');
  expect(store.missing).toBe('reason');
  store.setReason('why');
  store.setTypedAmount('1420');
  expect(store.missing).toBe('amount');
  await store.confirm({ code: '123456' });
  expect(calls.map(({ name }) => name)).toEqual(['plan']);
});

test('fills in the fields of the act before it is planned', async () => {
  const { store, calls } = create({ plan: () => plan() });
  store.open({ act: 'refund', input: { target: '2m8x4t' }, asks: ['address', 'memoOrNetwork', 'isReplacing'] });
  expect([store.step.kind, store.missingFields]).toEqual(['fields', ['address']]);
  store.setValue('address', ' bc1q9d ');
  await store.plan();
  expect(calls).toEqual([
    {
      name: 'plan',
      input: { act: 'refund', input: { target: '2m8x4t', address: 'bc1q9d', memoOrNetwork: null, isReplacing: false } },
    },
  ]);
});

test('begins with the last hour, or with four hours from now', () => {
  const { store } = create({ plan: () => plan() });
  store.open({ act: 'hold', input: {}, asks: ['from', 'to'] });
  expect([store.values, store.missingFields]).toEqual([{ from: '2026-11-20T11:00', to: '2026-11-20T12:01' }, []]);
  store.open({ act: 'notice', input: {}, asks: ['en', 'until'] });
  expect([store.values, store.missingFields]).toEqual([{ until: '2026-11-20T16:00' }, ['en']]);
});

test('sends times in UTC, and records only words as the reason', async () => {
  const { store, calls } = create({ plan: () => plan() });
  const asks = ['reason', 'until'];
  for (const act of ['pause', 'stop-payouts']) {
    store.open({ act, input: {}, asks });
    store.setValue('reason', 'MAINTENANCE');
    store.setValue('until', '2026-11-20T14:00');
    await store.plan();
    expect(calls.at(-1)?.input).toEqual({ act, input: { reason: 'MAINTENANCE', until: '2026-11-20T14:00:00.000Z' } });
    expect(store.reason).toBe(act === 'pause' ? '' : 'MAINTENANCE');
  }
});

test('plans again and says so when something changed meanwhile', async () => {
  const digests = ['a', 'b'];
  const { store, calls } = await prepare({
    plan: () => plan({ digest: (digests.shift() ?? '').repeat(64) }),
    act: () => ({ refused: 'PLAN_CHANGED', details: {} }),
  });
  await store.confirm({ code: '123456' });
  expect(store.step).toMatchObject({ kind: 'planned', hasChanged: true, plan: { digest: 'b'.repeat(64) } });
  expect(calls.map(({ name }) => name)).toEqual(['plan', 'act', 'plan']);
});

test('keeps the plan and names the problem after a wrong code', async () => {
  const { store } = await prepare({
    plan: () => plan(),
    act: () => {
      throw new ApiError('ERR_VALIDATION', 'wrong', { field: 'code', code: 'SECOND_FACTOR_VALIDATION_ERROR', triesLeft: 4 });
    },
  });
  expect(await store.confirm({ code: '000000' })).toMatchObject({ fields: ['code'] });
  expect(store.step.kind).toBe('planned');
});

test('says that it is unknown what an unanswered act did', async () => {
  const { store } = await prepare({
    plan: () => plan(),
    act: () => {
      throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'no answer');
    },
  });
  await store.confirm({ code: '123456' });
  expect(store.step).toEqual({ kind: 'failed', code: 'ERR_SERVICE_UNAVAILABLE', isUnknown: true });
});

test('shows nothing of an act whose dialog was closed and opened for another one', async () => {
  let answer: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  const { store } = create({
    plan: ({ ...input }) => ('act' in input && input.act === 'retry' ? plan({ act: 'retry' }) : plan()),
  });
  const slow = new ActStore({
    call: (async () => {
      await waiting;
      return plan();
    }) as unknown as CallConsole,
    now: () => 0,
    onDone: () => undefined,
  });
  slow.open(REQUEST);
  slow.close();
  slow.open({ act: 'retry', input: {}, asks: ['note'] });
  answer();
  await waiting;
  await Promise.resolve();
  expect([slow.request?.act, slow.step.kind]).toEqual(['retry', 'fields']);
  store.open(REQUEST);
  await planned(store);
});

test('calls back once the act is done, and not when it is refused', async () => {
  const whenDone = vi.fn();
  const answers: ConsoleOutput<'act'>[] = [
    { refused: 'NOT_HELD', details: {} },
    { done: true, effect: {}, result: null },
  ];
  const { store } = create({ plan: () => plan({ money: null }), act: () => answers.shift() as ConsoleOutput<'act'> });
  for (const calls of [0, 1]) {
    store.open({ ...REQUEST, whenDone });
    await planned(store);
    store.setReason('checked by phone');
    await store.confirm({ code: '123456' });
    expect(whenDone).toHaveBeenCalledTimes(calls);
  }
});

test('approves the request of another operator, and refuses one with a reason', async () => {
  const approval = {
    approvalId: 'x'.repeat(22),
    act: 'release',
    details: { input: {}, subject: 'PAYOUT:1', effect: {}, reason: 'checked', decision: null },
    requestedBy: 7,
    requestedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-21T12:00:00.000Z',
    state: 'OPEN' as const,
    decidedBy: null,
    decidedAt: null,
    mayApprove: true,
    isOwn: false,
  };
  const { store, calls } = create({
    plan: () => plan({ money: null }),
    decide: () => ({ done: true, effect: {}, result: null }),
  });
  store.open({ act: 'release', input: {}, approval });
  await planned(store);
  store.setReason('agreed');
  await store.confirm({ code: '123456' });
  expect(calls.at(-1)?.input).toMatchObject({ approvalId: approval.approvalId, decision: 'APPROVE', reason: 'agreed' });
  store.open({ act: 'release', input: {}, approval });
  await planned(store);
  await store.refuse();
  expect(store.step.kind).toBe('planned');
  store.setReason('wrong address');
  await store.refuse();
  expect(calls.at(-1)?.input).toEqual({ approvalId: approval.approvalId, decision: 'REFUSE', reason: 'wrong address' });
  expect(store.step).toEqual({ kind: 'decided' });
});
