import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../../../tests/support/browser/renderPage.tsx';
import { SAMPLE_DESTINATION, SAMPLE_ORDER_ID, sampleOrder } from '../../../../tests/support/samples/sampleOrder.ts';

vi.stubGlobal('scrollTo', () => undefined);
afterEach(cleanup);

test.each([
  ['en', '', /If it is less or more than we can exchange, we ask you what to do/, /whatever amount/],
  ['ru', '/ru', /Если она меньше или больше той, что мы можем обменять, мы спросим/, /любую сумму/],
] as const)('promises a floating exchange only within the limits: %s', async (locale, prefix, said, untrue) => {
  const order = sampleOrder({ rateMode: 'FLOATING' });
  const path = `${prefix}/order/${SAMPLE_ORDER_ID}?destinationAddress=${SAMPLE_DESTINATION}`;
  await renderPage(path, { 'orders.publicInfo': () => order }, { locale });
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.queryByText(untrue)).toBeNull();
});
