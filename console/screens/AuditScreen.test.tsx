import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderConsole } from '../../tests/support/browser/renderConsole.tsx';
import { sampleAudit } from '../../tests/support/samples/sampleConsole.ts';

it('offers each kind of act once as a filter, and no name of a button', async () => {
  const { stop } = await renderConsole('/audit', { audit: () => sampleAudit }, 'en');
  const kinds = within(await screen.findByRole('combobox', { name: 'Act' }))
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(kinds.filter((kind) => /hedging/.test(kind))).toEqual(['Switch hedging']);
  expect(kinds.filter((kind) => /ofAll|every network/.test(kind))).toEqual([]);
  stop();
});
