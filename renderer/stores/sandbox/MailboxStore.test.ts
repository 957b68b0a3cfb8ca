import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakePlatform, refuse } from '../../../tests/support/browser/fakePlatform.ts';
import { MailboxStore } from './MailboxStore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('polls the mailbox and keeps the last list while the host does not answer', async () => {
  const mail = { id: '1', to: 'anna@example.org', subject: 'Hello', text: '', sentAt: '2026-11-20T14:00:00.000Z' };
  const { platform, answers } = createFakePlatform({ 'sandbox.mails': () => ({ mails: [] }) });
  const mailbox = new MailboxStore({ platform });
  const stop = mailbox.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(mailbox.mails).toEqual([]);
  answers['sandbox.mails'] = () => ({ mails: [mail] });
  await vi.advanceTimersByTimeAsync(2_000);
  answers['sandbox.mails'] = refuse('ERR_SERVICE_UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(mailbox.mails).toEqual([mail]);
  stop();
});
