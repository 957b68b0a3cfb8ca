/**
 * Makes all siblings of a `<body>` child inert, as a modal dialog does. Runs in the task after the next frame, because it
 * restyles the whole page. Returns the function that reverts it immediately.
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
