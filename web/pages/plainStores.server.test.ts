import { expect, test } from 'vitest';
import { makeAutoObservable, reaction, rememberGetters } from './plainStores.server.ts';

class CountingStore {
  amount = 1;
  computed = 0;

  constructor() {
    makeAutoObservable(this, { untouched: false }, { autoBind: true });
  }

  get double(): number {
    this.computed += 1;
    return this.amount * 2;
  }

  type(amount: number): void {
    this.amount = amount;
  }

  untouched(): unknown {
    return this;
  }
}

test('binds a detached method to its store', () => {
  const [one, other] = [new CountingStore(), new CountingStore()];
  const { type } = one;
  type(5);
  other.type(7);
  expect([one.amount, other.amount]).toEqual([5, 7]);
  expect(one.type).toBe(type);
});

test('does not list bound methods as fields', () => {
  const store = new CountingStore();
  store.type(2);
  expect(JSON.stringify(store)).toBe('{"amount":2,"computed":0}');
});

test('leaves members marked false unchanged', () => {
  const { untouched } = new CountingStore();
  expect(untouched()).toBeUndefined();
});

test('computes a getter once per store and render', () => {
  const [one, other] = [new CountingStore(), new CountingStore()];
  other.type(4);
  const values = rememberGetters(() => [one.double, one.double, other.double]);
  expect(values).toEqual([2, 2, 8]);
  expect(one.computed).toBe(1);
  one.type(3);
  expect(rememberGetters(() => one.double)).toBe(6);
});

test('caches no getter outside a render or after a failed one', () => {
  const store = new CountingStore();
  expect(() =>
    rememberGetters(() => {
      throw new Error(`no page with ${store.double}`);
    }),
  ).toThrow('no page with 2');
  store.type(9);
  expect(store.double).toBe(18);
});

test('throws for reactions on the server', () => {
  expect(() => reaction()).toThrow('not available in a server render');
});

test('leaves plain objects unchanged', () => {
  const before = Object.getOwnPropertyDescriptors(Object.prototype);
  const state = makeAutoObservable({
    amount: 1,
    get double() {
      return this.amount * 2;
    },
  });
  state.amount = 2;
  expect(state.double).toBe(4);
  expect(Object.getOwnPropertyDescriptors(Object.prototype)).toEqual(before);
});
