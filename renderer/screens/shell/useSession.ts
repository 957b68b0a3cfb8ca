import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isAccountPath } from '../../../contract/accounts.ts';
import { signInPath } from '../../guardAccount.ts';
import { splitLocale } from '../../i18n/locales.ts';
import { useStores } from '../../StoresContext.tsx';

/** Keeps the account data fresh (§9) and leaves an account page when the session ends. Call it in an observer. */
export function useSession(): void {
  const { session, locale } = useStores();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { path } = splitLocale(pathname);
  const isAccountPage = isAccountPath(path);
  const first = useRef<string | null>(pathname);

  useEffect(() => {
    if (first.current === pathname) return;
    first.current = null;
    session.refetchOnNavigation(isAccountPage);
  }, [session, pathname, isAccountPage]);

  const isOver = isAccountPage && !session.exists;
  useEffect(() => {
    if (!isOver) return;
    // A customer whose session was ended by the host may continue after a new sign-in (D14).
    void navigate(session.endedBy === 'host' ? signInPath(locale.code, path + search) : locale.path('/'), { replace: true });
  }, [isOver, session, locale, path, search, navigate]);
}
