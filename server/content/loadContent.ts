import { loadOnce } from '../common/loadOnce.ts';
import type { ContentOptions, HostContent } from './createContent.ts';

/** Resolves to the texts of the host. Rejects with an Error that names an invalid file. */
export type LoadContent = () => Promise<HostContent>;

/**
 * Returns a function that reads the texts at its first call. Most hosts are rarely asked for one, and what parses them is a tenth of a
 * host's code. `npm run build` checks the files.
 */
export const createLoadContent = (options: ContentOptions): LoadContent =>
  loadOnce(async () => (await import('./createContent.ts')).createContent(options));
