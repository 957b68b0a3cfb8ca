/**
 * Keeps the page whole while the browser translates it. A translator puts an element of its own (`font`) in the place of each text.
 * React still has the text. Without this, React throws when it removes that text or inserts something before it, and what it writes
 * into it stays unseen.
 */
export function followTranslator(): void {
  const { removeChild, insertBefore } = Node.prototype;
  /** The translator's element, by the text in whose place it is */
  const translations = new WeakMap<Node, ChildNode>();
  const observer = new MutationObserver((records) => {
    for (const { target, previousSibling, removedNodes, addedNodes } of records) {
      const [text] = removedNodes;
      // React has changed a replaced text: it is shown again, and translated again.
      if (target instanceof Text) {
        translations.get(target)?.replaceWith(target);
        translations.delete(target);
      } else if (text instanceof Text) {
        const translation = addedNodes[0] ?? previousSibling;
        if (translation?.nodeName !== 'FONT') continue;
        translations.set(text, translation as ChildNode);
        observer.observe(text, { characterData: true });
      }
    }
  });
  // With the changes of texts, because React may change one between its replacement and the call of this observer.
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    translations.get(child)?.remove();
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    const place = [next, next && translations.get(next)].find((node) => node?.parentNode === this);
    return insertBefore.call(this, child, place ?? null) as Child;
  };
}
