import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useSubmitKeys } from './useSubmitKeys.ts';

const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());

function Form() {
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form);
  return (
    <>
      <form ref={form} onSubmit={submit}>
        <button type="submit">Exchange</button>
      </form>
      <input aria-label="palette" onKeyDown={(event) => event.preventDefault()} />
    </>
  );
}

it('submits the form on Ctrl+Enter, and not when an element used the keys for something else', () => {
  const { getByLabelText } = render(<Form />);
  fireEvent.keyDown(getByLabelText('palette'), { key: 'Enter', ctrlKey: true });
  expect(submit).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(submit).toHaveBeenCalledTimes(1);
});
