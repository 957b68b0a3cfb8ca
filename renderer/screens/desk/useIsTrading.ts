import { useLocation } from 'react-router-dom';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { readPairPath } from '../exchange/readOpening.ts';

/** Returns whether the window shows the exchange form. */
export function useIsTrading(): boolean {
  const { path } = splitLocale(useLocation().pathname);
  return path === '/' || readPairPath(path.slice(1)) !== null;
}
