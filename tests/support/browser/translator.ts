/**
 * Runs in a page. Translates it as browsers do: each text, now and later, is replaced by two nested `font` elements. Leaves out what says
 * `translate="no"`.
 */
export function translatePage(): void {
  const translate = (text: Text): void => {
    const { parentElement, data } = text;
    if (!parentElement || data.trim() === '' || parentElement.closest('script, style, svg, font, [translate="no"]')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  const begin = (): void => {
    translateAll(document.body);
    new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(translateAll))).observe(
      document.body,
      { childList: true, subtree: true },
    );
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}
