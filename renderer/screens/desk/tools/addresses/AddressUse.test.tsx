import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { deskShell } from '../../deskShell.ts';
import { WORKING_HOST } from '../../../../../tests/support/browser/exchangeStores.ts';
import { createFakeTrading } from '../../../../../tests/support/browser/fakeTrading.ts';
import { renderPage } from '../../../../../tests/support/browser/renderPage.tsx';
import { samplePairData } from '../../../../../tests/support/samples/samplePairData.ts';
import { SAMPLE_DESTINATION, sampleOrder } from '../../../../../tests/support/samples/sampleOrder.ts';
// The app loads it while the customer fills in the form.
import './AddressUse.tsx';

const ENTRY = {
  id: 'entry-ledger',
  label: 'Ledger',
  instrumentSlug: 'usdttrc20',
  address: SAMPLE_DESTINATION,
  memo: null,
  timesUsed: 0,
  lastUsedAt: null,
};

/** Creates an order as the form does, on the page of orders or before it has loaded. */
async function create(entries: (typeof ENTRY)[], { isBeforePage = false } = {}) {
  const trading = createFakeTrading({ entries });
  const answers = { ...WORKING_HOST, 'orders.create': () => sampleOrder(), 'orders.publicInfo': () => sampleOrder() };
  const page = await renderPage('/support', answers, {
    services: trading.services,
    shell: deskShell,
    prepare: async ({ stores }) => {
      const pair = { ...samplePairData(), rateMode: 'FIXED' as const };
      await stores.orderCreation.begin({ delivery: { destinationAddress: SAMPLE_DESTINATION }, pair });
      if (isBeforePage) await stores.orderCreation.run();
    },
  });
  await screen.findByRole('heading', { level: 1 });
  await act(() => page.router.navigate('/order/pending'));
  await screen.findByRole('region', { name: 'What to send' });
  return { ...trading, user: userEvent.setup() };
}

test('offers to save the address of an order, with its coin', async () => {
  const { user, used } = await create([]);
  await waitFor(() => expect(used).toEqual([SAMPLE_DESTINATION]));
  const offer = within(await screen.findByRole('region', { name: 'Save this address for later?' }));
  await user.click(offer.getByRole('button', { name: 'Save…' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add an address' }));
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Address' }).value).toBe(SAMPLE_DESTINATION);
});

test('offers it too when the host has answered before this code is there', async () => {
  const { used } = await create([], { isBeforePage: true });
  await screen.findByRole('region', { name: 'Save this address for later?' });
  expect(used).toEqual([SAMPLE_DESTINATION]);
});

test('counts the use of a saved address and offers nothing', async () => {
  const { used } = await create([ENTRY]);
  await waitFor(() => expect(used).toEqual([SAMPLE_DESTINATION]));
  expect(screen.queryByRole('region', { name: 'Save this address for later?' })).toBeNull();
});
