import type { Element, ElementContent, Root, RootContent } from 'hast';
import { unbroken } from '../unbroken.ts';

/** "640x360", as the title of an image in Markdown, which has no other place for its size */
const SIZE = /^(\d{1,4})x(\d{1,4})$/;

/** Ids of our documents. A heading that took one would be found in place of ours. */
const OUR_IDS: ReadonlySet<unknown> = new Set(['root', 'snapshot', 'content']);

/** Changes a sanitised tree for our pages: boxes that scroll, images that reserve their place, numbers that keep their units. */
export function shapeTree(tree: Root): void {
  tree.children = tree.children.map((node) => (node.type === 'element' ? shaped(node) : node)) satisfies RootContent[];
}

function shaped(element: Element): ElementContent {
  if (element.tagName === 'img') return image(element);
  // Code is copied, so its spaces remain ordinary ones.
  if (element.tagName === 'pre') return { ...element, properties: { ...element.properties, tabIndex: 0 } };
  if (element.tagName === 'code') return element;
  const { id } = element.properties;
  const properties = OUR_IDS.has(id) ? { ...element.properties, id: `the-${String(id)}` } : element.properties;
  const children = element.children.map((child): ElementContent => {
    if (child.type === 'element') return shaped(child);
    return child.type === 'text' ? { ...child, value: unbroken(child.value) } : child;
  });
  const whole = { ...element, properties, children };
  return element.tagName === 'table' ? scrolling(whole) : whole;
}

/** Wide tables scroll by themselves, also with the keyboard. */
const scrolling = (table: Element): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['wide'], tabIndex: 0 },
  children: [table],
});

/** An image of another site would tell it who reads, and without a size it would move the text below. Both become their description. */
function image({ properties }: Element): ElementContent {
  const { src, alt, title } = properties;
  const [, titleWidth, titleHeight] = typeof title === 'string' ? (SIZE.exec(title) ?? []) : [];
  const width = Number(properties['width'] ?? titleWidth);
  const height = Number(properties['height'] ?? titleHeight);
  const description = typeof alt === 'string' ? alt : '';
  const isOurs = typeof src === 'string' && /^\/(?![/\\])/.test(src);
  if (!isOurs || !(width > 0) || !(height > 0)) return { type: 'text', value: description };
  return { type: 'element', tagName: 'img', properties: { src, alt: description, width, height, loading: 'lazy' }, children: [] };
}
