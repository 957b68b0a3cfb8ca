import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { MoonIcon, SunIcon, SystemIcon } from '../../components/icons/icons.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import type { Theme } from '../../stores/ThemeStore.ts';
import { useStores } from '../../StoresContext.tsx';

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const LABEL = {
  system: 'shell.themeSystem',
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
} as const satisfies Record<string, MessageId>;
const ICON = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const;

/** Switches between system, light and dark. */
export const ThemeSwitch = observer(() => {
  const { formatMessage } = useIntl();
  const { theme } = useStores();
  const current = theme.choice ?? 'system';
  const Icon = ICON[current];
  const choose = () => {
    const next = NEXT[current];
    const choice: Theme | null = next === 'system' ? null : next;
    theme.choose(choice);
  };
  return <IconButton label={formatMessage({ id: LABEL[current] })} icon={<Icon />} onClick={choose} />;
});
