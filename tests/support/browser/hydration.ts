/**
 * Runs in a page before its scripts. Where React finds that the page differs from what the server wrote, its message names no text: this
 * adds which texts only one of the two has, as an error of the console.
 */
export function sayMismatch(): void {
  const texts = (): string[] => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest('script, style') === null) found.push(textContent ?? '');
    }
    return found;
  };
  let served: string[] = [];
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') served = texts();
  });
  addEventListener('error', ({ message }) => {
    if (!message.includes('React error #418')) return;
    const shown = texts();
    const only = (these: readonly string[], those: readonly string[]) =>
      JSON.stringify(these.filter((text) => !those.includes(text)));
    console.error(`React found a difference. Only the server: ${only(served, shown)}. Only the page: ${only(shown, served)}`);
  });
}
