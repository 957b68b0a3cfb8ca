import { useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Returns the ref of the element that scrolls the page. A new page starts at its top, and a page of the history where it was
 * left. The router does this for the window only.
 */
export function useScrollMemory(): RefObject<HTMLElement | null> {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const page = useRef<HTMLElement>(null);
  const places = useRef(new Map<string, number>());
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return undefined;
    const known = places.current;
    // A page that rewrites its own query stays where it is.
    if (type === NavigationType.Pop) element.scrollTop = known.get(key) ?? 0;
    else if (shown.current !== pathname) element.scrollTop = 0;
    shown.current = pathname;
    const note = (): void => void known.set(key, element.scrollTop);
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [key, pathname, type]);
  return page;
}
