import { expect, it, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import { StepUpStore } from './StepUpStore.ts';

const required = new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');

function createCalls({ isKnown = false } = {}) {
  const state = { isFresh: false };
  const session = { lacksProof: () => isKnown && !state.isFresh, refetch: vi.fn(async () => undefined) };
  const call = vi.fn(async () => {
    if (!state.isFresh) throw required;
    return {};
  });
  const stepUp = new StepUpStore({ session });
  return { state, call, session, stepUp, transport: stepUp.wrap({ call } as unknown as Transport) };
}

it('repeats all calls that waited once the customer has confirmed', async () => {
  const { state, call, stepUp, transport } = createCalls();
  const calls = [transport.call('users.startTotp', {}), transport.call('users.disableTotp', {})];
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  state.isFresh = true;
  stepUp.finish(true);
  expect(await Promise.all(calls)).toEqual([{}, {}]);
  expect(call).toHaveBeenCalledTimes(4);
  expect(stepUp.isOpen).toBe(false);
});

it('asks before a call that the host would refuse, and makes it once', async () => {
  const { state, call, session, stepUp, transport } = createCalls({ isKnown: true });
  const done = transport.call('apiKeys.generate', { name: 'Shop checkout' });
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  expect(call).not.toHaveBeenCalled();
  state.isFresh = true;
  stepUp.finish(true);
  expect([await done, call.mock.calls.length, session.refetch.mock.calls.length]).toEqual([{}, 1, 1]);
});

it('makes no call if the customer cancels before it', async () => {
  const { call, stepUp, transport } = createCalls({ isKnown: true });
  const refused = expect(transport.call('accountEnd.export', {})).rejects.toMatchObject({ code: required.code });
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  stepUp.finish(false);
  await refused;
  expect(call).not.toHaveBeenCalled();
});

it('asks again if the proof was too old when the call was repeated', async () => {
  const { state, call, stepUp, transport } = createCalls();
  const done = transport.call('users.startTotp', {});
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  stepUp.finish(true);
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  state.isFresh = true;
  stepUp.finish(true);
  expect([await done, call.mock.calls.length]).toEqual([{}, 3]);
});

it('rejects the call with its error if the customer cancels', async () => {
  const { call, stepUp, transport } = createCalls();
  const refused = expect(transport.call('users.disableTotp', {})).rejects.toBe(required);
  await vi.waitFor(() => expect(stepUp.isOpen).toBe(true));
  stepUp.finish(false);
  await refused;
  expect(call).toHaveBeenCalledTimes(1);
});
