import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { renderPage } from '../../../tests/support/browser/renderPage.tsx';

it.each([
  ['an incomplete link', '/cancel-withdrawal#short', /not complete/],
  ['a link of no withdrawal', `/cancel-withdrawal#${'t'.repeat(22)}`, /belongs to no withdrawal/],
])('leads from %s to the withdrawals of the account', async (_, path, text) => {
  await renderPage(path, {
    'withdrawals.stoppable': () => {
      throw new ApiError('ERR_NOT_FOUND', 'unknown');
    },
  });
  await screen.findByText(text);
  expect(screen.getByRole('link', { name: 'Open your withdrawals' }).getAttribute('href')).toBe('/profile/withdraw');
});
