import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useMatches, useNavigationType } from 'react-router-dom';
import { splitLocale } from '../../i18n/locales.ts';

/**
 * After a navigation the focus stands on the new page's heading, so that a screen reader says where one is. Not when the
 * page only rewrote its own address (the form's pair), and not when only the language changed: there one was already.
 */
export function usePageChange(): void {
  const { pathname } = useLocation();
  const { path } = splitLocale(pathname);
  const type = useNavigationType();
  const route = useMatches().at(-1)?.id.replace(/^\w+:/, '') ?? '';
  const shown = useRef({ path, route });
  useEffect(() => {
    const before = shown.current;
    shown.current = { path, route };
    if (before.path === path || (type === NavigationType.Replace && before.route === route)) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]');
    (heading ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [path, route, type]);
}
