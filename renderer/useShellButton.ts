import { useEffect, useEffectEvent } from 'react';
import type { ShellButton, ShellButtonState } from '../contract/platform.ts';
import { useStores } from './StoresContext.tsx';

/**
 * Shows a button of the shell while the component does, in an observer. Returns whether the shell has the button: the page then draws
 * none of its own. `state` null hides it, and so does an open dialog, which covers the page but not the button.
 */
export function useShellButton(button: ShellButton | undefined, state: ShellButtonState | null): boolean {
  const { dialogs } = useStores();
  const isHidden = state === null || (button !== undefined && dialogs.current !== null);
  const press = useEffectEvent(() => state?.onPress());
  const { label = '', isReady = false, isBusy = false } = state ?? {};
  useEffect(() => {
    button?.set(isHidden ? null : { label, isReady, isBusy, onPress: () => press() });
  }, [button, isHidden, label, isReady, isBusy]);
  useEffect(() => () => button?.set(null), [button]);
  return button !== undefined;
}
