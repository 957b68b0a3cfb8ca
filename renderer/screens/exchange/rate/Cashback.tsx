import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import { AFFILIATES_FEATURE } from '../../../../contract/features.ts';
import { useStores } from '../../../StoresContext.tsx';

/** The line with the cashback of a signed-in customer, which keeps its place while it loads. Guests don't load its code. */
export const Cashback = observer(() => {
  const { session, health } = useStores();
  const [Line, setLine] = useState<ComponentType | null>(null);
  const isShown = session.isSignedIn && health.hasFeature(AFFILIATES_FEATURE);
  useEffect(() => {
    // Without the line the form works as before.
    if (isShown) import('./CashbackLine.tsx').then(({ CashbackLine }) => setLine(() => CashbackLine)).catch(() => undefined);
  }, [isShown]);
  return isShown && <p className="hint numeric">{Line ? <Line /> : '\u00a0'}</p>;
});
