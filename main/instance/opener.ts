import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Log } from '../logs/log.ts';
import type { Windows } from '../windows/windows.ts';
import { pageOfLink, type OpenRequests } from './requests.ts';

/** An order pass has about 1 kB. */
const MAX_BYTES = 1_000_000;

interface OpenerOptions {
  windows: Pick<Windows, 'show' | 'open' | 'send'>;
  /** Takes a link that is not a page, such as the answer of a sign-in in the browser. Returns whether it was one. */
  handleLink: (link: string) => boolean;
  log: Log;
}

export interface Opener {
  /** Carries out the requests of another start while the app runs. Without requests it shows a window. */
  open(requests: OpenRequests): Promise<void>;
  /** Carries out the requests of the first start, whose windows were just restored: a page gets a window of its own. */
  openFirst(requests: OpenRequests): Promise<void>;
}

/** Opens links and order passes, which other programs hand to the app. They are untrusted: a link only shows a page. */
export function createOpener({ windows, handleLink, log }: OpenerOptions): Opener {
  const openFiles = async (files: readonly string[]): Promise<void> => {
    for (const file of files) {
      const text = await readText(file);
      if (text === null) log.error('file not opened');
      // The window reports an empty text as an invalid order pass.
      windows.send('files.opened', { name: basename(file), text: text ?? '' });
    }
  };
  const pagesOf = (links: readonly string[]): string[] =>
    links.flatMap((link) => (handleLink(link) ? [] : (pageOfLink(link) ?? [])));
  return {
    open: async ({ links, files }) => {
      const [page] = pagesOf(links);
      windows.show(page);
      await openFiles(files);
    },
    openFirst: async ({ links, files }) => {
      const [page] = pagesOf(links);
      if (page !== undefined) windows.open(page);
      await openFiles(files);
    },
  };
}

/** Returns the text of a small file; null if it is large, not a file, not UTF-8 or cannot be read. */
export async function readText(file: string): Promise<string | null> {
  try {
    const info = await stat(file);
    if (!info.isFile() || info.size > MAX_BYTES) return null;
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch {
    return null;
  }
}
