import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { LOCALE_COOKIE } from '../../../contract/limits.ts';
import { localesAt } from '../../../contract/pages.ts';
import { LOCALES, localizePath, splitLocale, type LocaleCode } from '../../../contract/paths/locales.ts';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { Segmented } from '../../components/fields/Segmented.tsx';
import { useStores } from '../../StoresContext.tsx';
import { AccountMenu } from '../shell/AccountMenu.tsx';
import styles from './SettingsDialog.module.css';

const THEMES = ['system', 'light', 'dark'] as const;

/** Language, colours and account: what the entry of the shell's menu opens. It closes once another page opens. */
export const SettingsDialog = observer(() => {
  const { formatMessage } = useIntl();
  const { dialogs, locale, platform, theme } = useStores();
  const { key, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { path } = splitLocale(pathname);
  const [openedAt] = useState(key);
  useEffect(() => {
    if (key !== openedAt) dialogs.close();
  }, [key, openedAt, dialogs]);
  const speak = (code: LocaleCode): void => {
    platform.cookies.set(LOCALE_COOKIE.name, code, LOCALE_COOKIE.maxAgeSeconds);
    void navigate(localizePath(code, path + search + hash), { preventScrollReset: true });
  };
  return (
    <Dialog
      title={formatMessage({ id: 'settings.title' })}
      closeLabel={formatMessage({ id: 'settings.close' })}
      onClose={dialogs.close}
    >
      <div className={styles['settings']}>
        <div className={styles['line']}>
          <span aria-hidden="true">{formatMessage({ id: 'settings.language' })}</span>
          <Segmented
            legend={formatMessage({ id: 'settings.language' })}
            value={locale.code}
            options={localesAt(path).map((code) => ({ value: code, label: LOCALES[code].name }))}
            onChange={speak}
          />
        </div>
        <div className={styles['line']}>
          <span aria-hidden="true">{formatMessage({ id: 'settings.theme' })}</span>
          <Segmented
            legend={formatMessage({ id: 'settings.theme' })}
            value={theme.choice ?? 'system'}
            options={THEMES.map((value) => ({ value, label: formatMessage({ id: `settings.theme.${value}` }) }))}
            onChange={(choice) => theme.choose(choice === 'system' ? null : choice)}
          />
        </div>
        <AccountMenu place="sheet" />
      </div>
    </Dialog>
  );
});
