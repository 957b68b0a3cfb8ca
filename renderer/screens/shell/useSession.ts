import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SIGN_IN_PARAMETER } from '../../../contract/accounts/accounts.ts';
import { isAccountPath } from '../../../contract/pages.ts';
import { ACCOUNTS_FEATURE } from '../../../contract/features.ts';
import { isOwnPath } from '../../../contract/paths/ownPath.ts';
import { signInPath } from '../../guardAccount.ts';
import { splitLocale } from '../../../contract/paths/locales.ts';
import { useStores } from '../../StoresContext.tsx';

/** Keeps the account data fresh (§9), opens the login dialog of an account page, and leaves one when the session ends (D14). */
export function useSession(): void {
  const { session, locale, dialogs, health } = useStores();
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
    // A customer whose session was ended by the host may continue after a new sign-in.
    void navigate(session.endedBy === 'host' ? signInPath(locale.code, path + search) : locale.path('/'), { replace: true });
  }, [isOver, session, locale, path, search, navigate]);

  const wanted = new URLSearchParams(search).get(SIGN_IN_PARAMETER);
  const isOffered = health.hasFeature(ACCOUNTS_FEATURE);
  const wantedPath = isOffered && wanted !== null && isOwnPath(wanted) ? wanted : null;
  useEffect(() => {
    if (wantedPath !== null && session.exists) void navigate(locale.path(wantedPath), { replace: true });
  }, [wantedPath, session, locale, navigate]);
  const isGuest = !session.exists;
  // Also when the host ends a session with which this page began, and the navigation leads back here.
  useEffect(() => {
    if (wantedPath !== null && isGuest) dialogs.open({ name: 'signIn', data: { view: 'login', wantedPath } });
  }, [wantedPath, isGuest, dialogs]);
}
