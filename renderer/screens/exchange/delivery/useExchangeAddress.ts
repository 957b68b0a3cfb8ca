import { reaction } from 'mobx';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigation, type Location } from 'react-router-dom';
import { splitLocale } from '../../../../contract/paths/locales.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { readPairPath, writeQuery } from '../readOpening.ts';

/** Delay before the URL is updated, in ms. A navigation takes too long to run on each keystroke. */
const UPDATE_DELAY_MS = 1_000;

/**
 * Updates path and query from the form (§2, D15) without adding history entries or moving the focus. `isQuiet` in the
 * navigation state marks it as not a page change.
 */
export function useExchangeAddress(): void {
  const { exchange, locale } = useStores(exchangeGroup);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const target = useNavigation().location as Location<{ isQuiet?: boolean } | null> | undefined;
  const isLeaving = target !== undefined && target.state?.isQuiet !== true;

  const follow = useEffectEvent(() => {
    // It would cancel the navigation to another page, such as that of the order just submitted.
    if (isLeaving) return;
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
        if (key !== null) timer = setTimeout(follow, UPDATE_DELAY_MS);
      },
      // The host may have refused the amount of the URL before the page was shown.
      { fireImmediately: !exchange.isTouched },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [exchange]);
}
