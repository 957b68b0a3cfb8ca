import { expect, it } from 'vitest';
import { TypedEmail } from './TypedEmail.ts';

it('needs no confirmation without a plus sign', () => {
  const email = new TypedEmail();
  expect(email.type(' olga@example.com ')).toBe('olga@example.com');
  expect([email.isChanged, email.check(), email.timesAsked]).toEqual([false, true, 0]);
});

it('asks whether an address without its plus sign is the customer’s mailbox', () => {
  const email = new TypedEmail();
  for (const typed of ['olga', 'olga+', 'olgas', 'olgashop@example.com']) email.type(typed);
  expect([email.text, email.isChanged, email.check(), email.timesAsked]).toEqual(['olgashop@example.com', true, false, 1]);
  email.confirm(true);
  expect(email.check()).toBe(true);
});

it('asks again for another address', () => {
  const email = new TypedEmail();
  email.type('olga+shop@example.com');
  email.confirm(true);
  email.type('olgashop@example.com');
  expect(email.check()).toBe(true);
  email.type('olgasho@example.com');
  expect(email.check()).toBe(false);
});

it('forgets the plus sign when the field is emptied', () => {
  const email = new TypedEmail();
  email.type('olga+shop@example.com');
  email.type('');
  email.type('olga@example.com');
  expect([email.isChanged, email.check()]).toEqual([false, true]);
});

it('forgets the plus sign with the address that had it', () => {
  const email = new TypedEmail();
  email.type('a+b@example.org');
  email.type('other@example.org');
  expect([email.isChanged, email.check()]).toEqual([false, true]);
});

it.each([
  ['annashop@example.org', 'anna@example.org', false],
  ['annashop@example.org', 'annabel@example.org', false],
  ['annashop@example.org', 'annashops@example.org', true],
  ['annashop@example.org', 'annashop@example.com', true],
  ['annashop@example.org', 'hannashop@example.org', true],
  ['annashop', 'annasho', true],
  ['annas', 'anna', true],
])('of anna+…, %s → %s: the note stays: %s', (before, after, isChanged) => {
  const email = new TypedEmail();
  email.type('anna');
  email.type('anna+');
  email.type(before);
  email.type(after);
  expect(email.isChanged).toBe(isChanged);
});
