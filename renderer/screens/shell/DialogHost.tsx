import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { LOADING_BAR_MS } from '../../../contract/limits.ts';
import { LoadingBar } from '../../components/LoadingBar.tsx';
import type { Dialogs } from '../../stores/DialogStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { loadSelectorDialog } from '../selector/prepareSelector.ts';

type Loaders = { [Name in keyof Dialogs]?: () => Promise<ComponentType<{ data: Dialogs[Name] }>> };

/** Every dialog by its name; its code comes when it first opens. */
const DIALOGS: Loaders = {
  selector: async () => (await loadSelectorDialog()).SelectorDialog,
  emailConfirmation: async () => (await import('../exchange/EmailDialog.tsx')).EmailDialog,
  pairNotSupported: async () => (await import('../exchange/PairNotSupportedDialog.tsx')).PairNotSupportedDialog,
  rateChanged: async () => (await import('../exchange/RateChangedDialog.tsx')).RateChangedDialog,
  terms: async () => (await import('../exchange/TermsDialog.tsx')).TermsDialog,
  orderPass: async () => (await import('../order/PassDialog.tsx')).PassDialog,
  forgetOrders: async () => (await import('../history/ForgetDialog.tsx')).ForgetDialog,
};

/**
 * The one place where dialogs are shown. Not by React.lazy: Suspense holds back what follows a fallback for 300 ms, and
 * never asks again for code that once failed to come.
 */
export const DialogHost = observer(() => {
  const { formatMessage } = useIntl();
  const { dialogs, notifications, updates } = useStores();
  const [loaded, setLoaded] = useState<{ [Name in keyof Dialogs]?: ComponentType<{ data: never }> }>({});
  const { current } = dialogs;
  const name = current?.name ?? null;
  const isLoaded = name !== null && loaded[name] !== undefined;

  useEffect(() => {
    if (name === null || isLoaded) return undefined;
    let isWanted = true;
    const fail = () => {
      if (!isWanted) return;
      dialogs.close();
      notifications.show({ kind: 'error', message: 'error.partNotLoaded' });
      void updates.check();
    };
    DIALOGS[name]?.().then((component) => setLoaded((others) => ({ ...others, [name]: component })), fail);
    return () => {
      isWanted = false;
    };
  }, [name, isLoaded, dialogs, notifications, updates]);

  if (!current) return null;
  const Dialog = loaded[current.name] as ComponentType<{ data: unknown }> | undefined;
  if (!Dialog) return <LoadingBar active lastsMs={LOADING_BAR_MS} label={formatMessage({ id: 'shell.loading' })} />;
  return <Dialog key={current.name} data={current.data} />;
});
