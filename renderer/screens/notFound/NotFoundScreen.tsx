import { redirectDocument, type LoaderFunctionArgs } from 'react-router-dom';
import { isConsolePath } from '../../../contract/paths/consolePath.ts';
import type { AppStores } from '../../stores/createAppStores.ts';
import { notFound } from '../notFound.ts';

/** Every path that no route knows (§2): the error page of the shell shows it. */
export function Screen() {
  return null;
}

/**
 * The console is another page, which the host sends to operators only. It sent the 404 page because the access token had expired (D64)
 * or because the console is opened from a page of this app. So it is asked again, once the session is known. A page that comes with its
 * data runs no loader, so this happens once.
 */
export async function load({ session }: AppStores, { request }: LoaderFunctionArgs): Promise<Response | null> {
  const { pathname, search, hash } = new URL(request.url);
  if (!import.meta.env.SSR && session.isSignedIn && isConsolePath(pathname)) return redirectDocument(pathname + search + hash);
  throw notFound(request);
}
