import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { TextPart } from '../contract/pages.ts';
import { Button } from './components/buttons/Button.tsx';
import { Notice } from './components/feedback/Notice.tsx';
import { useStores } from './StoresContext.tsx';

/** Shows its children once their texts are loaded, which pages of this path do not load by themselves. Without them it says so. */
export const TextsFor = observer(({ part, fallback, children }: { part: TextPart; fallback: ReactNode; children: ReactNode }) => {
  const { formatMessage } = useIntl();
  const { locale, updates } = useStores();
  const [hasFailed, setHasFailed] = useState(false);
  const isLoaded = locale.has(part);
  useEffect(() => {
    if (isLoaded || hasFailed) return;
    locale.use(locale.code, part).catch(() => {
      setHasFailed(true);
      void updates.check();
    });
  }, [isLoaded, hasFailed, locale, part, updates]);
  if (isLoaded) return children;
  if (!hasFailed) return fallback;
  return (
    <Notice
      kind="danger"
      role="alert"
      actions={
        <Button size="small" onClick={() => setHasFailed(false)}>
          {formatMessage({ id: 'order.retry' })}
        </Button>
      }
    >
      {formatMessage({ id: 'error.partNotLoaded' })}
    </Notice>
  );
});
