import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False while the server renders and in the first render of the page, which must be the same: what only this device
 * knows (its time zone, its storage) is shown from the next render on.
 */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
