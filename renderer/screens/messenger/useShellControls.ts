import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pageAt } from '../../../contract/pages.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';

/**
 * Connects the shell's own controls with the pages: back, settings, and vibration after an outcome. Call it in an observer.
 */
export function useShellControls(): void {
  const { dialogs, locale, notifications, platform } = useStores();
  const { backButton, settingsButton, haptics } = platform;
  const { key, pathname } = useLocation();
  const navigate = useNavigate();
  const page = pageAt(splitLocale(pathname).path);
  const isOpen = dialogs.current !== null;
  const isFirst = (page === 'home' || page === 'exchange') && !isOpen;

  const goBack = useEffectEvent(() => {
    if (isOpen) return dialogs.close();
    // The first page of a start, such as the order of a link, has none before it.
    return void (key === 'default' ? navigate(locale.path('/')) : navigate(-1));
  });
  useEffect(() => {
    backButton?.set(isFirst ? null : () => goBack());
  }, [backButton, isFirst]);

  useEffect(() => {
    settingsButton?.set(() => dialogs.open({ name: 'settings', data: {} }));
    return () => settingsButton?.set(null);
  }, [settingsButton, dialogs]);

  const latest = notifications.list.at(-1);
  useEffect(() => {
    if (latest && latest.kind !== 'info') haptics?.feel(latest.kind);
  }, [haptics, latest]);
}
