import type { Transport } from '../../contract/platform.ts';
import { createHttpTransport } from '../../contract/client/httpTransport.ts';
import { renewingTransport } from '../../contract/client/renewingTransport.ts';
import { pageRequests } from './pageRequests.ts';

type Options = Parameters<typeof renewingTransport>[1];

/** The calls of a page to its own host. Loaded with the first call. */
export const createBrowserTransport = (options: Options): Transport =>
  renewingTransport(createHttpTransport(pageRequests('same-origin')), options);
