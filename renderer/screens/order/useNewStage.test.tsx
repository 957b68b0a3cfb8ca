import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder, sampleOrders } from '../../../tests/support/samples/sampleOrder.ts';

const PATH = `/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;

test('moves the focus to the title of a new stage, except from a field that somebody fills in', async () => {
  const { stores } = await renderPage(PATH, { 'orders.publicInfo': () => sampleOrder() });
  await screen.findByRole('heading', { level: 1, name: /^Send exactly/ });
  const title = () => screen.getByRole('heading', { level: 1 });
  expect(document.activeElement).not.toBe(title());
  act(() => stores.order.take(sampleOrders.confirming()));
  await waitFor(() => expect(title().textContent).toBe('Confirming: 1 of 2'));
  expect(document.activeElement).toBe(title());
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const field = await screen.findByRole('textbox', { name: 'E-mail' });
  field.focus();
  act(() => stores.order.take(sampleOrders.payingOut()));
  await waitFor(() => expect(title().textContent).not.toBe('Confirming: 1 of 2'));
  expect(document.activeElement).toBe(field);
});
