import { createNonce } from '../http/securityHeaders.server.ts';
import type { RenderOutput } from './renderPage.ts';

/** What a document depends on besides the render. */
interface Circumstances {
  origin: string;
  theme: 'light' | 'dark' | null;
}

/** Builds the document of a page with the given nonce. */
type Build = (nonce: string) => Promise<string>;

/**
 * Returns a function that gives the HTML of a page with a new nonce. A render that requests share is built into a document once
 * per origin and theme, and then only the nonce is inserted. The placeholder is random and never sent, so no content can contain it.
 */
export function createFinishedPages(): (
  page: RenderOutput,
  circumstances: Circumstances,
  nonce: string,
  build: Build,
) => Promise<string> {
  const placeholder = createNonce();
  const known = new WeakMap<RenderOutput, Circumstances & { parts: Promise<string[]> }>();
  return async (page, { origin, theme }, nonce, build) => {
    let found = known.get(page);
    if (found?.origin !== origin || found.theme !== theme) {
      found = { origin, theme, parts: build(placeholder).then((html) => html.split(placeholder)) };
      known.set(page, found);
    }
    return (await found.parts).join(nonce);
  };
}
