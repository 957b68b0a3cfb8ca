import { useLayoutEffect, type RefObject } from 'react';

/** Parts of a page that screen readers announce by name. */
const NAMED = 'section, form, [role="group"]';

/**
 * Restores the focus when the focused control is removed, such as a deleted row or an action of a past order status.
 * The nearest remaining named part takes the focus, otherwise the page's heading.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  // Runs before the page can be used. A later effect could miss the first focus.
  useLayoutEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    /** The last focused element and its ancestors, innermost first. */
    let last: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      last = [];
      for (let part = target instanceof Element ? target : null; part && part !== page; part = part.parentElement)
        last.push(part);
    };
    const restoreFocus = () => {
      const [control] = last;
      if (!control || control.isConnected || document.activeElement !== document.body) return;
      const target = last.find((part) => part.isConnected && part.matches(NAMED)) ?? page.querySelector('h1');
      last = [];
      if (!(target instanceof HTMLElement)) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    page.addEventListener('focusin', remember);
    // Observes the whole document, because a dialog about a row closes after the row is removed.
    const observer = new MutationObserver(restoreFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      page.removeEventListener('focusin', remember);
    };
  }, [root]);
}
