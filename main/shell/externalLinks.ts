import { shell } from 'electron';
import { isAllowedLink } from './allowedLinks.ts';

/** Opens a URL in the program of the system. Resolves to false if the URL is not allowed or nothing could open it. */
export async function openExternal(url: string): Promise<boolean> {
  if (!isAllowedLink(url)) return false;
  try {
    await shell.openExternal(url);
    return true;
  } catch {
    return false;
  }
}
