import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { LOADING_BAR_MS } from '../../../contract/limits.ts';
import { LoadingBar } from '../../components/feedback/LoadingBar.tsx';
import type { Dialogs } from '../../stores/DialogStore.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { useStores } from '../../StoresContext.tsx';
import { loadSelectorDialog } from '../selector/prepareSelector.ts';

type Name = keyof Dialogs;
type Loaded = { [Name in keyof Dialogs]?: ComponentType<{ data: Dialogs[Name]; isOpen: boolean }> };

/** Loads the code of a dialog. That of the selector loads before it opens, the table of the others with the first of them. */
async function loadDialog(name: Name, stores: AppStores): Promise<Loaded[Name]> {
  if (name === 'selector') return (await loadSelectorDialog()).SelectorDialog;
  return await (await import('./dialogTable.ts')).DIALOGS[name](stores);
}

/**
 * Renders the open dialog. It does not use React.lazy, because Suspense delays content after a fallback by 300 ms and
 * never retries failed code. The coin selector is rendered in advance and stays mounted, because rendering its rows takes
 * too long when opening.
 */
export const DialogHost = observer(() => {
  const { formatMessage } = useIntl();
  const stores = useStores();
  const { dialogs, notifications, updates } = stores;
  const [loaded, setLoaded] = useState<Loaded>({});
  const { current, preparedSide } = dialogs;
  const wanted: Name | null = current?.name ?? (preparedSide === null ? null : 'selector');
  const isLoaded = wanted !== null && loaded[wanted] !== undefined;
  const isOpen = current !== null;

  useEffect(() => {
    if (wanted === null || isLoaded) return undefined;
    let isWanted = true;
    const fail = () => {
      if (!isWanted || !isOpen) return;
      dialogs.close();
      notifications.show({ kind: 'error', message: 'error.partNotLoaded' });
      void updates.check();
    };
    loadDialog(wanted, stores).then((component) => setLoaded((others) => ({ ...others, [wanted]: component })), fail);
    return () => {
      isWanted = false;
    };
  }, [wanted, isLoaded, isOpen, stores, dialogs, notifications, updates]);

  const isSelecting = current?.name === 'selector';
  const side = isSelecting ? current.data.side : preparedSide;
  const Selector = loaded.selector;
  const Other = current && !isSelecting ? (loaded[current.name] as ComponentType<{ data: unknown }> | undefined) : undefined;
  return (
    <>
      {isOpen && !isLoaded && <LoadingBar active lastsMs={LOADING_BAR_MS} label={formatMessage({ id: 'shell.loading' })} />}
      {Selector && side !== null && <Selector data={{ side }} isOpen={isSelecting} />}
      {Other && <Other key={current?.name} data={current?.data} />}
    </>
  );
});
