import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router-dom';
import { LOCALE_COOKIE } from '../../../contract/limits.ts';
import { localesAt } from '../../../contract/pages.ts';
import {
  DEFAULT_LOCALE,
  LANGUAGE_PARAMETER,
  LOCALES,
  localizePath,
  splitLocale,
  type LocaleCode,
} from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';
import { useHydrated } from '../../useHydrated.ts';
import styles from './ShellTools.module.css';

/** Links to the same page in the other languages with its query. Scroll position and typed text remain. */
export const LanguageSwitch = observer(() => {
  const { formatDisplayName, formatMessage } = useIntl();
  const { locale, platform } = useStores();
  const { pathname, search, hash } = useLocation();
  const { path } = splitLocale(pathname);
  const isHydrated = useHydrated();
  // Without the cookie, `/` would lead back to the browser's language.
  const namesLanguage = isHydrated && path === '/' && platform.cookies.get(LOCALE_COOKIE.name) === null;
  const queryIn = (code: LocaleCode): string => {
    const query = new URLSearchParams(search);
    query.delete(LANGUAGE_PARAMETER);
    if (namesLanguage && code === DEFAULT_LOCALE) query.set(LANGUAGE_PARAMETER, code);
    return query.size > 0 ? `?${query}` : '';
  };
  const others = localesAt(path).flatMap((code) => (code === locale.code ? [] : [LOCALES[code]]));
  return others.map(({ code, langslug, name, title }, place) => (
    <Link
      // Not the language: the link that was followed keeps the focus.
      key={String(place)}
      to={localizePath(code, `${path}${queryIn(code)}${hash}`)}
      preventScrollReset
      hrefLang={langslug}
      aria-label={formatMessage({ id: 'shell.switchLanguage' }, { title, name: formatDisplayName(code, { type: 'language' }) })}
      title={name}
      className={styles['tool']}
      onClick={() => platform.cookies.set(LOCALE_COOKIE.name, code, LOCALE_COOKIE.maxAgeSeconds)}
    >
      {title}
    </Link>
  ));
});
