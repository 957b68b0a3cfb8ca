import { expect, it } from 'vitest';
import { ChainUnavailableError } from './chainGateway.ts';
import { createAgreementKeeper } from './agreementKeeper.ts';

function open() {
  const clock = { now: 1_000_000 };
  return { clock, keeper: createAgreementKeeper(() => clock.now) };
}
const fail = (keeper: ReturnType<typeof open>['keeper']) => expect(() => keeper.failed(new Error('lost'))).toThrow('lost');

it('reports a contradiction until the nodes agree again', () => {
  const { keeper } = open();
  expect(keeper.contradicted('on a block')).toBeInstanceOf(ChainUnavailableError);
  expect(() => keeper.check()).toThrow('on a block');
  keeper.reached();
  keeper.check();
});

it('reports failing scans after a minute', () => {
  const { clock, keeper } = open();
  for (let second = 0; second < 60; second += 1) {
    fail(keeper);
    keeper.check();
    clock.now += 1_000;
  }
  fail(keeper);
  expect(() => keeper.check()).toThrow('deposits can not be read: lost');
  keeper.reached();
  keeper.check();
});

it('forgets an old failure, because a closed network has no scans', () => {
  const { clock, keeper } = open();
  fail(keeper);
  clock.now += 59_000;
  fail(keeper);
  clock.now += 5_000;
  expect(() => keeper.check()).toThrow('lost');
  clock.now += 60_000;
  keeper.check();
  // A failure after a long pause starts a new minute.
  fail(keeper);
  keeper.check();
  keeper.contradicted('on a block');
  clock.now += 60_000;
  keeper.check();
});
