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

test('a method taken off its store still changes that store, and no other', () => {
  const [one, other] = [new CountingStore(), new CountingStore()];
  const { type } = one;
  type(5);
  other.type(7);
  expect([one.amount, other.amount]).toEqual([5, 7]);
  expect(one.type).toBe(type);
});

test('what is bound is not among the fields of a store', () => {
  const store = new CountingStore();
  store.type(2);
  expect(JSON.stringify(store)).toBe('{"amount":2,"computed":0}');
});

test('a member that is none of the store’s actions stays as it was written', () => {
  const { untouched } = new CountingStore();
  expect(untouched()).toBeUndefined();
});

test('a getter is computed once for each store while a page is rendered, and anew for the next page', () => {
  const [one, other] = [new CountingStore(), new CountingStore()];
  other.type(4);
  const values = rememberGetters(() => [one.double, one.double, other.double]);
  expect(values).toEqual([2, 2, 8]);
  expect(one.computed).toBe(1);
  one.type(3);
  expect(rememberGetters(() => one.double)).toBe(6);
});

test('outside of a render nothing is remembered, a failed render included', () => {
  const store = new CountingStore();
  expect(() =>
    rememberGetters(() => {
      throw new Error(`no page with ${store.double}`);
    }),
  ).toThrow('no page with 2');
  store.type(9);
  expect(store.double).toBe(18);
});

test('what would react on the server is a mistake', () => {
  expect(() => reaction()).toThrow('reacts to nothing');
});

test('state in an object of no class stays as it is, and so does every other object', () => {
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
