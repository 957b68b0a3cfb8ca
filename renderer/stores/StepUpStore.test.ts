import { expect, it, vi } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { Transport } from '../../contract/platform.ts';
import { StepUpStore } from './StepUpStore.ts';

const required = new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm that it is you, then repeat the call.');

function createCalls() {
  const state = { isFresh: false };
  const call = vi.fn(async () => {
    if (!state.isFresh) throw required;
    return {};
  });
  const stepUp = new StepUpStore();
  return { state, call, stepUp, transport: stepUp.wrap({ call } as unknown as Transport) };
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
