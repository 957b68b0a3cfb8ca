import { act, fireEvent, screen } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { samplePurchase } from '../../../../tests/support/samples/samplePurchase.ts';
import { PURCHASE_PAGE } from '../orderParts.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('offers to reload after five seconds when the page of a purchase does not come', async () => {
  const never = () => new Promise<never>(() => undefined);
  const Pending = lazy(never);
  vi.spyOn(PURCHASE_PAGE, 'load').mockImplementation(never);
  vi.spyOn(PURCHASE_PAGE, 'loaded').mockReturnValue(null);
  vi.spyOn(PURCHASE_PAGE, 'component').mockReturnValue(Pending);
  const purchase = samplePurchase();
  await renderPage(`/order/${purchase.orderId}`, { 'orders.publicInfo': () => purchase });
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: purchase.destinationAddress } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the order' }));
  await vi.waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeTruthy());
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('alert').textContent).toContain('The order did not load');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});
