/**
 * Takes everything beside an element of `<body>` away from pointer, keyboard, search and screen readers, as a modal
 * dialog does; in the task after the next frame, because every element of the page gets another style by it. Gives the
 * function that ends it at once.
 */
export function makePageInert(element: HTMLElement): () => void {
  const made: Element[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      for (const other of element.parentElement?.children ?? []) {
        if (other === element || other.hasAttribute('inert')) continue;
        other.toggleAttribute('inert', true);
        made.push(other);
      }
    }, 0);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const other of made) other.toggleAttribute('inert', false);
  };
}
