import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import { expect, test, vi } from 'vitest';
import { object, string } from 'yup';
import type { FormRefusal } from '../stores/base/formRefusal.ts';
import { loadTestMessages } from '../../tests/support/samples/messages.ts';
import { FormDialog } from './FormDialog.tsx';
import { FormText } from './FormText.tsx';
import { useYupForm } from './useYupForm.ts';

const schema = object({ name: string().trim().required('affiliate.nameMissing') });

function Sample({ send }: { send: (values: { name: string }) => Promise<FormRefusal | null> }) {
  const form = useYupForm({ schema, defaultValues: { name: '' }, send });
  return (
    <FormDialog title="Code" form={form} submitLabel="Save" onClose={() => undefined}>
      <FormText form={form} name="name" label="Name" data-autofocus />
    </FormDialog>
  );
}

test('names what is missing below the field, sends once, and shows why the host refused', async () => {
  const answer = Promise.withResolvers<FormRefusal | null>();
  const send = vi.fn(() => answer.promise);
  render(
    <IntlProvider locale="en" messages={await loadTestMessages('en')}>
      <Sample send={send} />
    </IntlProvider>,
  );
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/^Enter a name/)).toBeTruthy();
  await userEvent.type(name, ' shop {Enter}');
  await userEvent.keyboard('{Enter}');
  expect(send.mock.calls).toEqual([[{ name: 'shop' }]]);
  await act(async () => answer.resolve({ message: 'affiliate.saveFailed', fields: [] }));
  expect(screen.getByRole('alert').textContent).toMatch(/^The code was not saved/);
});
