import type { Side } from '../../stores/exchange/ExchangeStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';

/** Loads the code of the dialog. */
export const loadSelectorDialog = () => import('./SelectorDialog.tsx');

/**
 * Fetches code and coins and renders the closed dialog when the pointer or focus reaches a coin button, so that it opens
 * immediately.
 */
export function prepareSelector(stores: AppStores, side: Side): void {
  const { dialogs, instruments } = stores;
  const readiness = Promise.all([loadSelectorDialog(), instruments.loadAll()]).then(([{ prepareCoins }]) => {
    prepareCoins(stores);
    dialogs.prepareSelector(side);
  });
  // Opening the dialog retries and shows failures.
  readiness.catch(() => undefined);
}
