import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SandboxMails } from '../../../contract/api/notifications.ts';
import type { Answers } from '../../../tests/support/browser/fakePlatform.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { sampleInstrument } from '../../../tests/support/samples/sampleInstruments.ts';
import { sampleSandboxState } from '../../../tests/support/samples/sampleSandbox.ts';

const MAIL: SandboxMails['mails'][number] = {
  id: '<1@localhost>',
  to: 'ann@example.org',
  subject: '3,483.9 USDT paid out',
  text: 'Complete.\n\nOpen the order:\nhttps://causeway.example/order/x\n',
  sentAt: '2026-11-20T14:02:00.000Z',
};

const open = (mails: SandboxMails['mails'], features: string[]) => {
  const answers: Answers = {
    'service.health': () => ({ status: 'OK', host: { features, sandbox: true, brand: 'Causeway' } }),
    'instruments.list': () => [sampleInstrument('btc')],
    'sandbox.state': () => sampleSandboxState(),
    'sandbox.mails': () => ({ mails }),
  };
  return renderPage('/sandbox', answers);
};

test('shows the sent e-mails with working links', async () => {
  await open([MAIL], ['order-mail']);
  const box = within(await screen.findByRole('region', { name: 'E-mails' }));
  fireEvent.click(box.getByText('3,483.9 USDT paid out'));
  expect(box.getByText('Complete.')).toBeTruthy();
  expect(box.getByRole('link', { name: 'https://causeway.example/order/x' }).getAttribute('href')).toBe(
    'https://causeway.example/order/x',
  );
});

test('shows an empty mailbox', async () => {
  await open([], ['order-mail']);
  expect(await screen.findByText(/No e-mails yet/)).toBeTruthy();
});

test('shows no mailbox for a host without e-mail', async () => {
  const { fake } = await open([MAIL], []);
  await screen.findByRole('table', { name: 'Recent payments' });
  expect(screen.queryByRole('region', { name: 'E-mails' })).toBeNull();
  expect(fake.callsOf('sandbox.mails')).toHaveLength(0);
});
