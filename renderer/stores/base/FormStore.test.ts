import { expect, test, vi } from 'vitest';
import { FormStore } from './FormStore.ts';

const create = () =>
  new FormStore({
    fields: { name: '' },
    problemOf: (error) => (error instanceof Error && error.message !== 'cancelled' ? error.message : null),
  });

test('runs one submission at a time and returns its result', async () => {
  const form = create();
  let finish: (value: string) => void = () => undefined;
  const sent = form.submit(() => new Promise<string>((resolve) => (finish = resolve)));
  const other = vi.fn(() => Promise.resolve('other'));
  expect([form.isPending, await form.submit(other), other.mock.calls.length]).toEqual([true, null, 0]);
  finish('done');
  expect([await sent, form.isPending, form.problem]).toEqual(['done', false, null]);
});

test('explains a failure until a field changes or the next submission starts', async () => {
  const form = create();
  const fail = () => form.submit(() => Promise.reject(new Error('wrong')));
  expect([await fail(), form.problem, form.isPending]).toEqual([null, 'wrong', false]);
  form.set({ name: 'a' });
  expect([form.fields.name, form.problem]).toEqual(['a', null]);
  await fail();
  await form.submit(() => Promise.resolve());
  expect(form.problem).toBeNull();
});

test('says nothing about a failure without a problem', async () => {
  const form = create();
  await form.submit(() => Promise.reject(new Error('cancelled')));
  expect([form.problem, form.isPending]).toEqual([null, false]);
});
