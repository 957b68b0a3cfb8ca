import { reaction } from 'mobx';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { splitLocale } from '../../../i18n/locales.ts';
import { useStores } from '../../../StoresContext.tsx';
import { readPairPath, writeQuery } from '../readOpening.ts';

/** The address follows when the customer rests: a navigation takes longer than a key may wait. */
const REST_MS = 1_000;

/**
 * Keeps path and query at what the form shows (§2, D15), without filling the history and without moving the focus:
 * `isQuiet` in the navigation's state says that this is no change of page.
 */
export function useExchangeAddress(): void {
  const { exchange, locale } = useStores();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const follow = useEffectEvent(() => {
    const opening = exchange.writeAddress();
    const isPairPage = readPairPath(splitLocale(pathname).path.slice(1)) !== null;
    const path = isPairPage ? locale.path(`/exchange-${opening.send}-${opening.receive}`) : pathname;
    const address = `${path}?${writeQuery(search, opening)}`;
    if (address === `${pathname}${search}`) return;
    void navigate(address, { replace: true, preventScrollReset: true, state: { isQuiet: true } });
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = reaction(
      () => exchange.addressKey,
      (key) => {
        clearTimeout(timer);
        if (key !== null) timer = setTimeout(follow, REST_MS);
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [exchange]);
}
