import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router-dom';
import { LOCALE_COOKIE } from '../../../contract/limits.ts';
import { LOCALES, localizePath, splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './ShellTools.module.css';

/** Links to the same page in the other language with its query. Scroll position and typed text remain. */
export const LanguageSwitch = observer(() => {
  const { formatMessage } = useIntl();
  const { locale, platform } = useStores();
  const { pathname, search, hash } = useLocation();
  const other = LOCALES[locale.code === 'en' ? 'ru' : 'en'];
  return (
    <Link
      to={localizePath(other.code, `${splitLocale(pathname).path}${search}${hash}`)}
      preventScrollReset
      hrefLang={other.language}
      aria-label={formatMessage({ id: 'shell.switchLanguage' }, { title: other.title })}
      title={other.name}
      className={styles['tool']}
      onClick={() => platform.cookies.set(LOCALE_COOKIE.name, other.code, LOCALE_COOKIE.maxAgeSeconds)}
    >
      {other.title}
    </Link>
  );
});
