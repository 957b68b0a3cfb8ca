import { useLocation, useNavigate } from 'react-router-dom';
import { LOCALE_COOKIE } from '../../../../contract/limits.ts';
import { localizePath, splitLocale, type LocaleCode } from '../../../../contract/paths/locales.ts';
import { useStores } from '../../../StoresContext.tsx';

/** Returns the action that shows the page in another language. */
export function useLanguage(): (code: LocaleCode) => void {
  const { platform } = useStores();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (code) => {
    platform.cookies.set(LOCALE_COOKIE.name, code, LOCALE_COOKIE.maxAgeSeconds);
    void navigate(localizePath(code, `${splitLocale(pathname).path}${search}${hash}`), { preventScrollReset: true });
  };
}
