import type { ReactNode } from 'react';
import type { MessageId } from '../../../../i18n/messages.ts';

/** The groups in their order. */
export const GROUPS = ['exchange', 'orders', 'watch', 'addresses', 'actions', 'pages'] as const;
export type Group = (typeof GROUPS)[number];

/** One line of the command palette. */
export interface PaletteItem {
  id: string;
  group: Group;
  icon: ReactNode;
  title: string;
  detail?: string | undefined;
  /** Further words that find it */
  words?: string | undefined;
  /** Labels of the keys that do the same */
  keys?: readonly string[];
  run: () => void | Promise<void>;
  /** Carried out by Ctrl+Enter, or ⌘+Enter on macOS */
  runInWindow?: (() => void) | undefined;
}

export const GROUP_TITLES = {
  exchange: 'desk.palette.exchange',
  orders: 'desk.palette.orders',
  watch: 'desk.palette.watch',
  addresses: 'desk.palette.addresses',
  actions: 'desk.palette.actions',
  pages: 'desk.palette.pages',
} as const satisfies Record<Group, MessageId>;

/** Returns the words of a query in lower case, without diacritics ("ё" is "е"), amounts and punctuation. */
export function wordsOf(query: string): string[] {
  return plain(query)
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word !== '' && !/^[\d.]+$/.test(word));
}

/** Returns whether every searched word is the beginning of a word of the item. With `some`, one of them is enough. */
export function matches({ title, detail, words = '' }: PaletteItem, searched: readonly string[], some = false): boolean {
  const text = ` ${plain(`${title} ${detail ?? ''} ${words}`).replace(/[^\p{L}\p{N}.]+/gu, ' ')}`;
  const isIn = (word: string): boolean => text.includes(` ${word}`);
  return some ? searched.some(isIn) : searched.every(isIn);
}

/** Splits a title into parts. `isMatch` marks those that match a searched word. */
export function highlighted(title: string, searched: readonly string[]): { text: string; isMatch: boolean }[] {
  const words = searched.filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text: title, isMatch: false }];
  const beginning = new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')}))`, 'giu');
  return title
    .split(beginning)
    .map((text, place) => ({ text, isMatch: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
