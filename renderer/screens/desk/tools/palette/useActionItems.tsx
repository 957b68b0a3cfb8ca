import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { ACCOUNTS_FEATURE } from '../../../../../contract/features.ts';
import { SignOutIcon } from '../../../../components/icons/accountIcons.tsx';
import { CoinLogo } from '../../../../components/coins/CoinLogo.tsx';
import { InformationIcon, MoonIcon, PersonIcon, SunIcon, SwapIcon, SystemIcon } from '../../../../components/icons/icons.tsx';
import { ArrowRightIcon, BellIcon, CopyIcon, DownloadIcon } from '../../../../components/icons/pageIcons.tsx';
import { offersAccountPage } from '../../../../guardAccount.ts';
import { LOCALES, splitLocale } from '../../../../../contract/paths/locales.ts';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import { rateAlertsGroup } from '../../../../stores/desk/RateAlertStore.ts';
import { toolsGroup } from '../../../../stores/desk/ToolStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { ACCOUNT_PAGES } from '../../../account/AccountNavigation.tsx';
import { coinLogo, networkName } from '../../../coins/coinViews.ts';
import { shortened } from '../../../../../contract/shortened.ts';
import { useHelpLinks, usePageLinks } from '../../../shell/usePageLinks.ts';
import { BookIcon, OrdersIcon, WindowIcon } from '../../deskIcons.tsx';
import { keysOf, SHORTCUTS, type Command } from '../shortcuts.ts';
import { useAlertTexts } from '../alerts/useAlertTexts.ts';
import { useCommands } from '../useCommands.ts';
import { useExportLogs } from '../useExportLogs.ts';
import { useFillForm } from '../useFillForm.ts';
import { useLanguage } from '../useLanguage.ts';
import { modifierOf } from '../useShortcuts.ts';
import type { PaletteItem } from './paletteItem.ts';

const ICONS: Partial<Record<Command, PaletteItem['icon']>> = {
  newWindow: <WindowIcon />,
  swap: <SwapIcon />,
  addressBook: <BookIcon />,
  openPass: <OrdersIcon />,
  help: <InformationIcon />,
};
const THEMES = [
  { choice: null, text: 'desk.palette.themeSystem', icon: <SystemIcon /> },
  { choice: 'light', text: 'desk.palette.themeLight', icon: <SunIcon /> },
  { choice: 'dark', text: 'desk.palette.themeDark', icon: <MoonIcon /> },
] as const;

/** Returns the commands, the theme, the language, the session and the log files. Call it in an observer. */
export function useActionItems(): PaletteItem[] {
  const { formatMessage } = useIntl();
  const { dialogs, health, locale, platform, session, theme } = useStores();
  const run = useCommands();
  const chooseLanguage = useLanguage();
  const exportLogs = useExportLogs();
  const others = Object.values(LOCALES).filter(({ code }) => code !== locale.code);
  const isOffered = ({ command }: { command: Command }): boolean =>
    command !== 'palette' &&
    // The alert of the pair is a line of its own.
    command !== 'alerts' &&
    (command !== 'addressBook' || platform.addressBook !== undefined) &&
    (command !== 'newWindow' || platform.windows !== undefined);
  const item = (id: string, title: string, icon: PaletteItem['icon'], act: () => void): PaletteItem => ({
    id,
    group: 'actions',
    icon,
    title,
    run: act,
  });
  const signIn = () => dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath: null } });
  const sessionItems = session.exists
    ? [item('sign-out', formatMessage({ id: 'shell.signOut' }), <SignOutIcon />, () => void session.signOut())]
    : [item('sign-in', formatMessage({ id: 'shell.signIn' }), <PersonIcon />, signIn)];
  return [
    ...SHORTCUTS.filter(isOffered).map(({ command, text }) => ({
      ...item(command, formatMessage({ id: text }), ICONS[command] ?? <ArrowRightIcon />, () => run(command)),
      keys: keysOf(command, modifierOf(platform.about)),
    })),
    ...THEMES.filter(({ choice }) => choice !== theme.choice).map(({ choice, text, icon }) =>
      item(text, formatMessage({ id: text }), icon, () => theme.choose(choice)),
    ),
    ...others.map(({ code, name }) => ({
      ...item(`language-${code}`, formatMessage({ id: 'desk.palette.language' }, { name }), <ArrowRightIcon />, () =>
        chooseLanguage(code),
      ),
      words: `language язык ${Object.values(LOCALES)
        .map((locale) => locale.name.toLowerCase())
        .join(' ')}`,
    })),
    ...(health.hasFeature(ACCOUNTS_FEATURE) ? sessionItems : []),
    ...(exportLogs ? [item('logs', formatMessage({ id: 'desk.exportLogs' }), <DownloadIcon />, exportLogs)] : []),
  ];
}

/** Returns the pages of the app and of the account. Call it in an observer. */
export function usePageItems(): PaletteItem[] {
  const { formatMessage } = useIntl();
  const { health, locale, session } = useStores();
  const navigate = useNavigate();
  const { path } = splitLocale(useLocation().pathname);
  const general = [...usePageLinks('menu', path), ...useHelpLinks(path).filter(({ isElsewhere }) => isElsewhere !== true)];
  const own = session.exists ? ACCOUNT_PAGES.filter((page) => offersAccountPage(health, page.path)) : [];
  const account = formatMessage({ id: 'account.navigation' });
  return [
    ...general.map(({ href, label }) => ({ href, title: label, icon: <ArrowRightIcon /> })),
    ...own
      .filter((page) => general.every(({ href }) => href !== locale.path(page.path)))
      .map(({ path: to, label, Icon }) => ({
        href: locale.path(to),
        title: `${account}: ${formatMessage({ id: label })}`,
        icon: <Icon />,
      })),
  ].map(({ href, ...page }) => ({ id: `page-${href}`, group: 'pages', ...page, run: () => navigate(href) }));
}

/** Returns the saved addresses: each can be used and copied. Call it in an observer. */
export function useAddressItems(): PaletteItem[] {
  const { formatMessage } = useIntl();
  const { instruments, notifications, platform, addressBook } = useStores(addressBookGroup);
  const { fillInAddress } = useFillForm();
  const copy = async (address: string): Promise<void> => {
    const isCopied = await platform.copy(address);
    notifications.show(isCopied ? { kind: 'success', message: 'order.copied' } : { kind: 'error', message: 'desk.notCopied' });
  };
  return (addressBook?.entries ?? []).flatMap((entry): PaletteItem[] => {
    const { id, label, address, instrumentSlug } = entry;
    const instrument = instruments.bySlug.get(instrumentSlug);
    const coin = instrument?.currencyTitle ?? instrumentSlug.toUpperCase();
    const words = `${address} ${instrument ? `${instrument.currencyFriendlyTitle} ${networkName(instrument)}` : ''}`;
    const common = { group: 'addresses' as const, detail: `${coin} · ${shortened(address)}`, words };
    return [
      {
        ...common,
        id: `use-${id}`,
        icon: <CoinLogo {...(instrument ? coinLogo(instrument) : { ticker: coin })} />,
        title: label,
        run: () => fillInAddress(entry),
      },
      {
        ...common,
        id: `copy-${id}`,
        icon: <CopyIcon />,
        title: formatMessage({ id: 'desk.palette.copyAddress' }, { label }),
        run: () => copy(address),
      },
    ];
  });
}

/** Returns the alerts that are set. Call it in an observer. */
export function useAlertItems(): PaletteItem[] {
  const { rateAlerts, tools } = useStores(rateAlertsGroup, toolsGroup);
  const { textOf, pairOf } = useAlertTexts();
  return (rateAlerts?.alerts ?? []).map((alert) => ({
    id: `alert-${alert.id}`,
    group: 'watch',
    icon: <BellIcon />,
    title: `${pairOf(alert)} ${textOf(alert)}`,
    run: () => tools.open({ name: 'alerts', data: { pair: { from: alert.from, to: alert.to } } }),
  }));
}
