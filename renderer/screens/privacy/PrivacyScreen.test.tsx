import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { brand } from '../../brand.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

test('names the operator, its address and how long data is kept', async () => {
  await renderPage('/privacy');
  await screen.findByRole('heading', { level: 1, name: 'What we keep' });
  expect(
    screen.getByText(`What ${brand.legalEntity}, the operator of ${brand.name}, stores about you`, { exact: false }),
  ).toBeTruthy();
  expect(screen.getByText(/A sign-in is deleted 90 days after its last use, a record of an e-mail after 30 days/)).toBeTruthy();
  expect(screen.getByText(/stores the partner’s code for 24 hours/)).toBeTruthy();
  expect(screen.getAllByRole('link', { name: brand.supportEmail })[0]?.getAttribute('href')).toBe(`mailto:${brand.supportEmail}`);
});

test('has the periods in Russian', async () => {
  await renderPage('/ru/privacy', {}, { locale: 'ru' });
  expect(await screen.findByText(/Вход удаляется через 90 дней после последнего использования/)).toBeTruthy();
});
