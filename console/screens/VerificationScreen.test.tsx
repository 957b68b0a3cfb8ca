import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { OpenIdentity } from '../../contract/console/identity.ts';
import { REJECT_REASONS, type RejectReason } from '../../contract/identity/documents.ts';
import { renderConsole } from '../../tests/support/browser/renderConsole.tsx';
import { samplePlan } from '../../tests/support/samples/sampleConsole.ts';

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

const ID = 's'.repeat(22);
const NEXT = 'n'.repeat(22);
const LAST = 'l'.repeat(22);
const image = 'data:image/jpeg;base64,/9j/';
const document = { identityType: 'passport', issueCountry: 'NO' } as const;
const waiting = { submissionId: ID, userId: 20_391, attempt: 1, submittedAt: '2026-11-22T09:02:00.000Z' };
const queued = { ...waiting, document };
const opened: OpenIdentity = {
  ...waiting,
  ...document,
  locale: 'ru',
  firstName: 'Karl Johan',
  lastName: 'Nygård',
  residenceCountry: 'NO',
  birthDate: '1991-05-04',
  expireDate: '2031-01-18',
  identityNumber: '31784420',
  photos: (['frontPhoto', 'facePhoto'] as const).map((field) => ({ field, image, uploadedAt: waiting.submittedAt })),
  checks: { isOfAge: true, isValid: true, sameNumber: [7] },
  texts: {
    fields: { frontPhoto: 'Лицевая сторона', backendPhoto: 'Оборот', facePhoto: 'Лицо', details: 'Данные' },
    reasons: Object.fromEntries(REJECT_REASONS.map((reason) => [reason, `причина ${reason}`])) as Record<RejectReason, string>,
  },
};

it('rejects by keyboard, and shows before what the customer will read', async () => {
  const console = await renderConsole(`/verification/${ID}`, {
    identityQueue: () => ({ submissions: [queued, { ...queued, submissionId: NEXT, document: null }], waiting: 2 }),
    openIdentity: ({ submissionId }) => ({ ...opened, submissionId }),
    plan: () => samplePlan(),
  });
  stops.push(console.stop);
  expect(await screen.findByText('Karl Johan')).toBeTruthy();
  expect(screen.getByText(/Passport · Norway/)).toBeTruthy();
  expect(screen.getByText(/does not open it/)).toBeTruthy();
  expect(screen.getByText(/Other customers have this number: 7/)).toBeTruthy();
  await userEvent.keyboard('2{ArrowDown}1');
  expect(screen.getByText('Лицевая сторона: причина GLARE')).toBeTruthy();
  expect(screen.getByText('Лицо: причина BLURRED')).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Front' })).getByRole('button', { name: 'Glare' })).toHaveProperty(
    'ariaPressed',
    'true',
  );
  await userEvent.keyboard('x');
  expect(await screen.findByRole('dialog', { name: /^Reject the documents/ })).toBeTruthy();
  expect(console.inputsOf('plan')).toEqual([
    {
      act: 'verify-reject',
      input: {
        submissionId: ID,
        attempt: 1,
        documents: [
          { field: 'frontPhoto', reason: 'GLARE' },
          { field: 'facePhoto', reason: 'BLURRED' },
        ],
        final: false,
      },
    },
  ]);
});

it('skips to the next of all, and approves only without a reason', async () => {
  const console = await renderConsole(`/verification/${ID}`, {
    identityQueue: () => ({
      submissions: [ID, NEXT, LAST].map((submissionId) => ({ ...queued, submissionId })),
      waiting: 3,
    }),
    openIdentity: ({ submissionId }) => ({ ...opened, submissionId }),
    plan: () => samplePlan(),
  });
  stops.push(console.stop);
  await screen.findByText('Karl Johan');
  await userEvent.keyboard('s');
  expect(console.router.state.location.pathname).toBe(`/verification/${NEXT}`);
  await screen.findByText('Karl Johan');
  await userEvent.keyboard('s');
  expect(console.router.state.location.pathname).toBe(`/verification/${LAST}`);
  await screen.findByText('Karl Johan');
  await userEvent.keyboard('s');
  expect(console.router.state.location.pathname).toBe(`/verification/${ID}`);
  await screen.findByText('Karl Johan');
  await userEvent.keyboard('1a');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.keyboard('1a');
  expect(await screen.findByRole('dialog', { name: /^Approve/ })).toBeTruthy();
  expect(console.inputsOf('openIdentity')).toEqual([ID, NEXT, LAST, ID].map((submissionId) => ({ submissionId })));
});
