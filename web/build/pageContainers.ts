import type { Plugin } from 'vite';

/** A query for the width of the window, in the styles of a page. */
const WINDOW_WIDTH = /@media \((max-width: |width <= )([\d.]+)em\)(?= \{)/g;

/**
 * Returns styles that depend on the width of the container `page` instead of the window's. In a media query, 1em is the
 * reader's text size. In a container query, it is the container's font size, and 1rem is the reader's text size.
 */
export const askPage = (styles: string): string => styles.replace(WINDOW_WIDTH, '@container page ($1$2rem)');

/**
 * For the desktop build: pages are in a column of the window, so their styles must depend on the width of that column. Styles of
 * the window itself (`renderer/screens/desk`) and of dialogs are not changed.
 */
export function pageContainers(): Plugin {
  return {
    name: 'page-containers',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.module\.css$/, exclude: /screens\/desk\/|[dD]ialogs?\.module/ } },
      handler: (styles) => askPage(styles),
    },
  };
}
