import { useLocation, useNavigate } from 'react-router-dom';
import { splitLocale } from '../../../i18n/locales.ts';
import { toolsOf } from '../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import type { Command } from './shortcuts.ts';

/** Returns the function that carries out a command. A command whose facet the platform lacks does nothing. */
export function useCommands(): (command: Command) => void {
  const stores = useStores();
  const { locale, platform } = stores;
  const tools = toolsOf(stores);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const commands: Record<Command, () => void> = {
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
      void Promise.resolve(navigate(locale.path('/'))).then(focusAmount);
    },
    swap: () => {
      const { path } = splitLocale(pathname);
      if (path === '/' || path.startsWith('/exchange-')) stores.exchange.swap();
    },
  };
  return (command) => commands[command]();
}

/** Focuses the amount of the form, with its text selected. */
function focusAmount(): void {
  const field = document.querySelector<HTMLInputElement>('[data-step="amount"]');
  field?.focus();
  field?.select();
}
