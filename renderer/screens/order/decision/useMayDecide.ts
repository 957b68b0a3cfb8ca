import { useStores } from '../../../StoresContext.tsx';
import { useHydrated } from '../../../useHydrated.ts';

/** False: this browser may look only (D3). Only the device knows whether it holds the order's pass. */
export function useMayDecide(): boolean {
  const { decision } = useStores();
  return !useHydrated() || decision.mayDecide;
}
