import type { PageName } from '../pages.ts';

/** The pages whose text the host keeps as Markdown, in `resources/content/pages/{language}/{page}.md` (D16). */
export const CONTENT_PAGES = [
  'terms',
  'affiliate',
  'roadmap',
  'how-it-works',
  'price',
  'wallet',
  'cashback',
  'swap-api',
  'for-competent-authorities',
] as const satisfies readonly PageName[];
export type ContentPage = (typeof CONTENT_PAGES)[number];
