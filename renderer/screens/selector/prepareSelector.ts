import type { Side } from '../../stores/exchange/ExchangeStore.ts';
import type { Stores } from '../../stores/createStores.ts';

/** The dialog's code. */
export const loadSelectorDialog = () => import('./SelectorDialog.tsx');

/**
 * The pointer or the focus comes near a coin button: code and coins are fetched and the dialog is made, so that it opens
 * at once.
 */
export function prepareSelector({ instruments, selector }: Stores, side: Side): void {
  const readiness = Promise.all([loadSelectorDialog(), instruments.loadAll()]).then(() => selector.prepareSide(side));
  // Opening the dialog tries again, and says what fails.
  readiness.catch(() => undefined);
}
