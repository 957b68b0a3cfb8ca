const OWN_LINK = 'a[href^="/"]';
/** Guests rarely open the sandbox or account pages, so their code is fetched only on hover or focus. */
const LIKELY_LINK = `${OWN_LINK}:not([href$="/sandbox"], [href*="/profile/"])`;
/** Delay before visible links are fetched, in ms. */
const REST_MS = 3_000;

/** Calls `preload` for likely next pages until `signal` aborts: first hovered or focused links, then visible ones. */
export function preloadLinks(preload: (href: string) => void, pathname: string, signal: AbortSignal): void {
  const approach = ({ target }: Event) => {
    const href = target instanceof Element && target.closest(OWN_LINK)?.getAttribute('href');
    if (href) preload(href);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, approach, { passive: true, signal });

  if (!('IntersectionObserver' in window) || savesData()) return;
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const href = isIntersecting && target.getAttribute('href');
      if (href && href !== pathname) preload(href);
    }
  });
  const timer = setTimeout(() => {
    for (const link of document.querySelectorAll(LIKELY_LINK)) observer.observe(link);
  }, REST_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}

/** Returns whether the browser asks to save data. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}
