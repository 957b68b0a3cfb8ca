import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const OWN_LINK = 'a[href^="/"]';
/** The sandbox is a workshop beside the shop: few go there, and it is fetched when the pointer does. */
const LIKELY_LINK = `${OWN_LINK}:not([href$="/sandbox"])`;
/** Links in sight are fetched once the page has come to rest. Milliseconds. */
const REST_MS = 3_000;

/** Fetches the code of pages that are likely next: whose link is pointed at or focused, and then those in sight. */
export function usePreload(preload: (href: string) => void): void {
  const { pathname } = useLocation();

  useEffect(() => {
    const approach = ({ target }: Event) => {
      const href = target instanceof Element && target.closest(OWN_LINK)?.getAttribute('href');
      if (href) preload(href);
    };
    const stop = new AbortController();
    for (const type of ['pointerover', 'focusin', 'touchstart']) {
      document.addEventListener(type, approach, { passive: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [preload]);

  useEffect(() => {
    if (!('IntersectionObserver' in window) || savesData()) return undefined;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const href = isIntersecting && target.getAttribute('href');
        if (href && href !== pathname) preload(href);
      }
    });
    const timer = setTimeout(() => {
      for (const link of document.querySelectorAll(LIKELY_LINK)) observer.observe(link);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [preload, pathname]);
}

/** The customer's browser asks for as little as possible. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}
