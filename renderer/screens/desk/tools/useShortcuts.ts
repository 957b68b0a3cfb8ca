import { useEffect, useEffectEvent } from 'react';
import { toolsGroup } from '../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { commandOf, type Command, type Modifier } from './shortcuts.ts';
import { useCommands } from './useCommands.ts';

const FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Carries out the shortcuts of the keyboard, and the commands of the system's menu. */
export function useShortcuts(): void {
  const { platform, dialogs, tools } = useStores(toolsGroup);
  const run = useCommands();
  /** A dialog that only its own buttons close must not be left. */
  const isBlocked = (): boolean => isDialogOpen() && tools.current === null && dialogs.current === null;

  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const command = commandOf(event, modifierOf(platform.about));
    if (!command || isBlocked()) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
    if (isPlain && (isTyping || isDialogOpen())) return;
    // Keeps the system's menu, which has the same shortcuts, from carrying it out too.
    event.preventDefault();
    run(command);
  });
  const receive = useEffectEvent((command: Command): void => {
    if (!isBlocked()) run(command);
  });

  useEffect(() => {
    const onPress = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onPress);
    const stop = platform.requests?.onCommand((command) => receive(command));
    return () => {
      document.removeEventListener('keydown', onPress);
      stop?.();
    };
  }, [platform]);
}

/** Returns the modifier key that this system's shortcuts use. */
export function modifierOf(about: { readonly modifier: Modifier } | undefined): Modifier {
  return about?.modifier ?? 'Ctrl';
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
