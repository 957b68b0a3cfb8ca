import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useMatches, useNavigationType, type Location } from 'react-router-dom';
import { splitLocale } from '../../../contract/paths/locales.ts';

/**
 * Focuses the new page's heading after a navigation, so that screen readers announce it. Not after the page rewrote its own
 * URL (the form's pair), and not after a mere change of language. The state of a navigation can name another element (`focus`).
 */
export function usePageChange(): void {
  const { pathname, state } = useLocation() as Location<{ focus?: string } | null>;
  const { path } = splitLocale(pathname);
  const type = useNavigationType();
  const route = useMatches().at(-1)?.id.replace(/^\w+:/, '') ?? '';
  const shown = useRef({ path, route });
  useEffect(() => {
    const before = shown.current;
    shown.current = { path, route };
    if (before.path === path || (type === NavigationType.Replace && before.route === route)) return;
    const heading = document.querySelector<HTMLElement>(state?.focus ?? 'main h1[tabindex]');
    (heading ?? document.getElementById('content'))?.focus({ preventScroll: true });
  }, [path, route, type, state]);
}
