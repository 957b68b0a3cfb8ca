import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PreparedDialog } from './PreparedDialog.tsx';

const TITLE = 'You receive';

function Held({ onClose }: { onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <PreparedDialog title={TITLE} closeLabel="Close" isOpen={isOpen} onClose={onClose ?? (() => setOpen(false))}>
        <input aria-label="Search" data-autofocus />
        <p>Coins</p>
      </PreparedDialog>
    </>
  );
}

async function open(onClose?: () => void) {
  const { container } = render(<Held {...(onClose && { onClose })} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  const user = userEvent.setup();
  await user.click(opener);
  return { user, opener, page: container, dialog: screen.getByRole('dialog', { name: TITLE }) };
}

describe('PreparedDialog', () => {
  it('is rendered inert while closed', () => {
    render(<Held />);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Coins').closest('dialog')?.hasAttribute('inert')).toBe(true);
  });

  it('is modal and reachable while open', async () => {
    const { dialog } = await open();
    expect(dialog.hasAttribute('inert')).toBe(false);
    expect(dialog.getAttribute('aria-modal')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
  });

  it('makes the page inert while open and restores page and focus', async () => {
    const { user, opener, page } = await open();
    await waitFor(() => expect(page.hasAttribute('inert')).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(page.hasAttribute('inert')).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('asks its parent to close on Escape, wherever the focus is', async () => {
    const close = vi.fn();
    const { user, dialog } = await open(close);
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
    expect(dialog.hasAttribute('open')).toBe(true);
  });

  it('closes on a close request of the browser, such as "back" on a phone', async () => {
    const close = vi.fn();
    const { dialog } = await open(close);
    const request = new Event('cancel', { cancelable: true });
    fireEvent(dialog, request);
    expect(request.defaultPrevented).toBe(true);
    expect(close).toHaveBeenCalledOnce();
  });

  it('closes on a press outside, not inside', async () => {
    const close = vi.fn();
    const { dialog } = await open(close);
    fireEvent.pointerDown(screen.getByText('Coins'));
    expect(close).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    expect(close).toHaveBeenCalledOnce();
  });
});
