import type { Stores } from '../../stores/createStores.ts';

/** The dialog's code. */
export const loadSelectorDialog = () => import('./SelectorDialog.tsx');

/** The pointer or the focus comes near a coin button: code and coins are fetched, so that the dialog opens at once. */
export function prepareSelector({ instruments, selector }: Stores): void {
  const readiness = Promise.all([loadSelectorDialog(), instruments.loadAll().then(() => selector.prepare())]);
  // Opening the dialog tries again, and says what fails.
  readiness.catch(() => undefined);
}
