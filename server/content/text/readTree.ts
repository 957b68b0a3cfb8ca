import type { Element, Nodes, Root } from 'hast';
import { toString } from 'hast-util-to-string';

export interface Heading {
  /** The fragment of its address */
  id: string;
  title: string;
  level: 2 | 3;
}

export interface TextPart {
  /** null: before the first heading */
  heading: Heading | null;
  text: string;
}

const WORDS_PER_MINUTE = 200;
const LEVELS = new Map<string, Heading['level']>([
  ['h2', 2],
  ['h3', 3],
]);

function headingOf(node: Nodes): Heading | null {
  const level = node.type === 'element' ? LEVELS.get(node.tagName) : undefined;
  if (level === undefined || node.type !== 'element') return null;
  const { id } = node.properties;
  return typeof id === 'string' && id !== '' ? { id, title: toString(node).trim(), level } : null;
}

/** Returns the headings for a table of contents. */
export const headings = (tree: Root): Heading[] => tree.children.flatMap((node) => headingOf(node) ?? []);

/** Returns the text between headings. Parts without a text are left out, but for those with a heading. */
export function textParts(tree: Root): TextPart[] {
  const parts: TextPart[] = [{ heading: null, text: '' }];
  for (const node of tree.children) {
    const heading = headingOf(node);
    if (heading) parts.push({ heading, text: '' });
    else {
      const part = parts.at(-1);
      if (part) part.text = `${part.text} ${spacedText(node)}`.replaceAll(/\s+/g, ' ').trim();
    }
  }
  return parts.filter(({ heading, text }) => heading !== null || text !== '');
}

/** The text of a node, with a space between blocks: the cells of a table are words of their own. */
function spacedText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  const isBlock = node.type === 'element' && /^(?:p|li|td|th|pre|div|h[1-6]|blockquote|br)$/.test(node.tagName);
  return node.children.map(spacedText).join('') + (isBlock ? ' ' : '');
}

export function linksOf(tree: Root): string[] {
  return elementsOf(tree).flatMap(({ tagName, properties: { href } }) =>
    tagName === 'a' && typeof href === 'string' ? href : [],
  );
}

export function elementsOf(node: Root | Element): Element[] {
  return node.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsOf(child)] : []));
}

export const minutesToRead = (tree: Root): number =>
  Math.max(1, Math.ceil(toString(tree).split(/\s+/).filter(Boolean).length / WORDS_PER_MINUTE));
