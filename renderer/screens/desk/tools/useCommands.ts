import { useLocation, useNavigate } from 'react-router-dom';
import { splitLocale } from '../../../../contract/paths/locales.ts';
import { toolsGroup } from '../../../stores/desk/ToolStore.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import type { Command } from './shortcuts.ts';

/** The amount of the form */
const AMOUNT = '[data-step="amount"]';

/** Returns the function that carries out a command. A command whose facet the platform lacks does nothing. */
export function useCommands(): (command: Command) => void {
  const { exchange, locale, platform, tools } = useStores(exchangeGroup, toolsGroup);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { path } = splitLocale(pathname);
  const isForm = path === '/' || path.startsWith('/exchange-');

  const commands: Record<Command, () => unknown> = {
    palette: () => tools.open({ name: 'palette', data: {} }),
    addressBook: () => platform.addressBook && tools.open({ name: 'addressBook', data: {} }),
    alerts: () => platform.rateAlerts && tools.open({ name: 'alerts', data: { pair: null } }),
    preferences: () => tools.open({ name: 'preferences', data: {} }),
    openPass: () => tools.open({ name: 'orderPass', data: {} }),
    help: () => tools.open({ name: 'shortcuts', data: {} }),
    orders: () => {
      tools.close();
      void navigate(locale.path('/history'));
    },
    newWindow: () => platform.windows?.open(pathname + search),
    newExchange: () => {
      tools.close();
      if (isForm) document.querySelector<HTMLElement>(AMOUNT)?.focus();
      else void navigate(locale.path('/'), { state: { focus: AMOUNT } });
    },
    swap: () => isForm && exchange.swap(),
  };
  return (command) => void commands[command]();
}
