import { createElement, type ReactElement, type ReactNode } from 'react';

const VOID = new Set(['input', 'img', 'br', 'hr', 'meta', 'link', 'source', 'wbr']);
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*?)?)(\/?)>|<!--.*?-->|([^<]+)/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;

interface Open {
  tag: string;
  attributes: Record<string, string>;
  children: ReactNode[];
}

/** The elements, attributes and texts of rendered HTML as bare React elements: no component, no store, no hook. */
export function bareTree(html: string): { element: ReactElement; elements: number } {
  const root: Open = { tag: 'div', attributes: {}, children: [] };
  const stack = [root];
  let elements = 0;
  const close = (): void => {
    const done = stack.pop();
    if (!done) return;
    elements += 1;
    stack.at(-1)?.children.push(createElement(done.tag, done.attributes, ...done.children));
  };
  for (const [, slash, name, attributes, selfClosing, text] of html.matchAll(TOKEN)) {
    if (text !== undefined) stack.at(-1)?.children.push(text);
    else if (slash) close();
    else if (name) {
      stack.push({ tag: name, attributes: readAttributes(attributes ?? ''), children: [] });
      if (selfClosing || VOID.has(name)) close();
    }
  }
  return { element: createElement('div', null, ...root.children), elements };
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, value = ''] of text.matchAll(ATTRIBUTE)) {
    // React wants these as objects or as pairs with a handler, and they are few.
    if (name && !['style', 'value', 'checked'].includes(name)) attributes[name === 'class' ? 'className' : name] = value;
  }
  return attributes;
}
