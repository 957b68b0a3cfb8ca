import { useEffect, useRef, type RefObject } from 'react';

/**
 * Makes a `<details>` a menu: Escape closes it and focuses its summary, a press beside it closes it. Returns the element's ref and a
 * function that closes it. Without scripts it still opens.
 */
export function useDetailsMenu(): { menu: RefObject<HTMLDetailsElement | null>; close: () => void } {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !element.open) return;
      element.open = false;
      element.querySelector('summary')?.focus();
    };
    const pressBeside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false;
    };
    element.addEventListener('keydown', press);
    document.addEventListener('pointerdown', pressBeside);
    return () => {
      element.removeEventListener('keydown', press);
      document.removeEventListener('pointerdown', pressBeside);
    };
  }, []);
  const close = (): void => {
    if (menu.current) menu.current.open = false;
  };
  return { menu, close };
}
