import type { Transport } from '../../contract/platform.ts';
import { createHttpTransport } from '../../renderer/api/httpTransport.ts';
import { renewingTransport } from '../../renderer/api/renewingTransport.ts';
import { createBrowserRequests } from './browserRequests.ts';

type Options = Parameters<typeof renewingTransport>[1];

/** The calls of a page to its own host. Loaded with the first call. */
export const createBrowserTransport = (options: Options): Transport =>
  renewingTransport(createHttpTransport(createBrowserRequests()), options);
