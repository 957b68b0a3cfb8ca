import { useEffect, useEffectEvent } from 'react';
import type { ShellButton, ShellButtonState } from '../contract/platform.ts';

/**
 * Shows a button of the shell while the component does. Returns whether the shell has the button: the page then draws none of its own.
 * `state` null hides it.
 */
export function useShellButton(button: ShellButton | undefined, state: ShellButtonState | null): boolean {
  const press = useEffectEvent(() => state?.onPress());
  const { label = null, isReady = false, isBusy = false } = state ?? {};
  useEffect(() => {
    button?.set(label === null ? null : { label, isReady, isBusy, onPress: () => press() });
  }, [button, label, isReady, isBusy]);
  useEffect(() => () => button?.set(null), [button]);
  return button !== undefined;
}
