import { useEffect, useRef, type RefObject } from 'react';

/** Returns the reference of an element whose control marked `data-autofocus` gets the focus when it appears. */
export function useAutofocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return element;
}
