import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Segmented } from '../../../components/fields/Segmented.tsx';
import { LOCALES } from '../../../../contract/paths/locales.ts';
import { useStores } from '../../../StoresContext.tsx';
import { SystemPreferences } from './SystemPreferences.tsx';
import styles from './tools.module.css';
import { useExportLogs } from './useExportLogs.ts';
import { useLanguage } from './useLanguage.ts';

/** The preferences: theme, language, what the app does outside of its windows, and saving the log files. */
export const PreferencesDialog = observer(({ onClose }: { onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { theme, locale, platform } = useStores();
  const chooseLanguage = useLanguage();
  const exportLogs = useExportLogs();
  const themes = ['system', 'light', 'dark'] as const;
  return (
    <Dialog
      title={formatMessage({ id: 'desk.preferences.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
    >
      <section className={styles['setting']}>
        <h3 aria-hidden="true">
          <FormattedMessage id="desk.preferences.theme" />
        </h3>
        <Segmented
          legend={formatMessage({ id: 'desk.preferences.theme' })}
          value={theme.choice ?? 'system'}
          options={themes.map((value) => ({ value, label: formatMessage({ id: `desk.theme.${value}` }) }))}
          onChange={(value) => theme.choose(value === 'system' ? null : value)}
        />
      </section>
      <section className={styles['setting']}>
        <h3 aria-hidden="true">
          <FormattedMessage id="desk.preferences.language" />
        </h3>
        <Segmented
          legend={formatMessage({ id: 'desk.preferences.language' })}
          value={locale.code}
          options={Object.values(LOCALES).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={chooseLanguage}
        />
      </section>
      <SystemPreferences />
      {platform.about && (
        <div className={styles['settingRow']}>
          <span className="hint">
            <FormattedMessage
              id="desk.preferences.about"
              values={{ version: platform.about.version, host: platform.about.hostName }}
            />
          </span>
          {exportLogs && (
            <Button size="small" onClick={exportLogs}>
              <FormattedMessage id="desk.exportLogs" />
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
});
