import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Toasts } from './Toasts.tsx';

function messages(onHold: (held: boolean) => void, onClose: (id: number) => void = () => undefined) {
  return (
    <>
      <Toasts
        label="Messages"
        closeLabel="Close"
        toasts={[{ id: 4, kind: 'error', message: 'Not sent' }]}
        onClose={onClose}
        onHold={onHold}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

describe('Toasts', () => {
  it('pauses the timers while focused', async () => {
    const hold = vi.fn();
    render(messages(hold));
    const user = userEvent.setup();
    await user.tab();
    expect(hold).toHaveBeenLastCalledWith(true);
    await user.tab();
    expect(hold).toHaveBeenLastCalledWith(false);
  });

  it('pauses the timers while hovered', async () => {
    const hold = vi.fn();
    render(messages(hold));
    await userEvent.setup().hover(screen.getByText('Not sent'));
    expect(hold).toHaveBeenLastCalledWith(true);
  });

  it('closes the message whose button is pressed', async () => {
    const close = vi.fn();
    render(messages(() => undefined, close));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledExactlyOnceWith(4);
  });
});
