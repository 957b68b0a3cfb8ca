import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog, type DialogProps } from './Dialog.tsx';

function Held(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="Where shall we write?" closeLabel="Close" onClose={() => setOpen(false)} {...props}>
          {props.children ?? 'Nothing to focus'}
        </Dialog>
      )}
    </>
  );
}

async function open(props: Partial<DialogProps> = {}): Promise<HTMLElement> {
  render(<Held {...props} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Where shall we write?' });
}

describe('Dialog', () => {
  it('focuses itself, so that its title is announced', async () => {
    const dialog = await open();
    expect(document.activeElement).toBe(dialog);
  });

  it('focuses the element marked for it', async () => {
    await open({ children: <input aria-label="E-mail" data-autofocus /> });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'E-mail' }));
  });

  it('returns the focus to the element that opened it', async () => {
    await open();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }));
  });

  it('asks its parent to close on Escape', async () => {
    const close = vi.fn();
    const dialog = await open({ onClose: close });
    const escape = new Event('cancel', { cancelable: true });
    fireEvent(dialog, escape);
    expect(escape.defaultPrevented).toBe(true);
    expect(close).toHaveBeenCalledOnce();
  });

  it('closes on a press outside, not inside', async () => {
    const close = vi.fn();
    const dialog = await open({ onClose: close });
    fireEvent.pointerDown(screen.getByText('Nothing to focus'));
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    expect(close).toHaveBeenCalledOnce();
  });

  it('does not close when it must not be interrupted', async () => {
    const close = vi.fn();
    const dialog = await open({ onClose: close, dismissible: false });
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.pointerDown(dialog);
    expect(close).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});
