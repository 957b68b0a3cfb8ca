import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { TextPart } from '../contract/pages.ts';
import { useStores } from './StoresContext.tsx';

/** Shows its children once their texts are loaded, which pages of this path do not load by themselves. */
export const TextsFor = observer(({ part, fallback, children }: { part: TextPart; fallback: ReactNode; children: ReactNode }) => {
  const { locale, notifications, updates } = useStores();
  const isLoaded = locale.has(part);
  useEffect(() => {
    if (isLoaded) return;
    locale.use(locale.code, part).catch(() => {
      notifications.show({ kind: 'error', message: 'error.partNotLoaded' });
      void updates.check();
    });
  }, [isLoaded, locale, part, notifications, updates]);
  return isLoaded ? children : fallback;
});
