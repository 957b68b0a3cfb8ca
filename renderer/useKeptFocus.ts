import { useEffect, type RefObject } from 'react';

/** A part of a page that is read out by its name. */
const NAMED = 'section, form, [role="group"]';

/**
 * Many controls go away by being pressed: an order moves on, a row is deleted. The browser then forgets where the customer
 * was; here the named part that held the control takes the focus, or what is left of it all: the page's heading.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    /** What had the focus last, and what was around it, from the inside out. */
    let last: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      last = [];
      for (let part = target instanceof Element ? target : null; part && part !== page; part = part.parentElement)
        last.push(part);
    };
    const mend = () => {
      const [control] = last;
      if (!control || control.isConnected || document.activeElement !== document.body) return;
      const heir = last.find((part) => part.isConnected && part.matches(NAMED)) ?? page.querySelector('h1');
      last = [];
      if (!(heir instanceof HTMLElement)) return;
      heir.tabIndex = -1;
      heir.focus({ preventScroll: true });
    };
    page.addEventListener('focusin', remember);
    // The whole document: a dialog that asked about a row goes away after the row.
    const observer = new MutationObserver(mend);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      page.removeEventListener('focusin', remember);
    };
  }, [root]);
}
