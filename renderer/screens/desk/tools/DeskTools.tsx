import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, type ComponentType, type LazyExoticComponent } from 'react';
import { useLocation } from 'react-router-dom';
import { splitLocale } from '../../../../contract/paths/locales.ts';
import { addressBookGroup } from '../../../stores/desk/AddressBookStore.ts';
import { rateAlertsGroup } from '../../../stores/desk/RateAlertStore.ts';
import { toolsGroup, type OpenTool } from '../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useFiredAlerts } from './alerts/useFiredAlerts.ts';

type Tool<Name extends OpenTool['name']> = ComponentType<{
  data: Extract<OpenTool, { name: Name }>['data'];
  onClose: () => void;
}>;

/** The tools by name. The code of each is loaded on first use, from the app itself. */
const TOOLS: { [Name in OpenTool['name']]?: LazyExoticComponent<Tool<Name>> } = {
  addressBook: lazy(async () => ({ default: (await import('./addresses/AddressBookDrawer.tsx')).AddressBookDrawer })),
  alerts: lazy(async () => ({ default: (await import('./alerts/AlertsDialog.tsx')).AlertsDialog })),
  palette: lazy(async () => ({ default: (await import('./palette/CommandPalette.tsx')).CommandPalette })),
  orderPass: lazy(async () => ({ default: (await import('./OrderPassDialog.tsx')).OrderPassDialog })),
  preferences: lazy(async () => ({ default: (await import('./PreferencesDialog.tsx')).PreferencesDialog })),
  shortcuts: lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog })),
};

/** The code of orders comes later than the trading window. */
const PassDrop = lazy(async () => ({ default: (await import('./PassDrop.tsx')).PassDrop }));
const loadAddressUse = async () => ({ default: (await import('./addresses/AddressUse.tsx')).AddressUse });
const AddressUse = lazy(loadAddressUse);

/** The tools of the trading window: shows the open one, takes dropped order passes, and reports alerts. */
export const DeskTools = observer(() => {
  const { tools, addressBook: book, rateAlerts: alerts } = useStores(toolsGroup, addressBookGroup, rateAlertsGroup);
  useFiredAlerts();
  useEffect(() => book?.start(), [book]);
  // The page of an order needs it soon, and tries again if it can't be loaded now.
  useEffect(() => void loadAddressUse().catch(() => undefined), []);
  useEffect(() => alerts?.start(), [alerts]);
  const { path } = splitLocale(useLocation().pathname);
  const { current } = tools;
  const Open = current && (TOOLS[current.name] as ComponentType<{ data: unknown; onClose: () => void }> | undefined);
  return (
    <>
      <Suspense fallback={null}>
        <PassDrop />
      </Suspense>
      <Suspense fallback={null}>{Open && <Open key={current.name} data={current.data} onClose={tools.close} />}</Suspense>
      <Suspense fallback={null}>{book && path.startsWith('/order') && <AddressUse />}</Suspense>
    </>
  );
});
