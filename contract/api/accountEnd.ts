import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type { AccountExport, CloseAccountInput, Closing } from '../schemas/accountEnd.ts';
import { get, post } from './route.ts';

export type * from '../schemas/accountEnd.ts';

type None = Record<string, never>;
const users = '/api/v1/users';
/** All orders of a customer can take longer than other answers. */
const EXPORT_TIMEOUT_MS = 60_000;

/** Additive calls with which customers take their data and leave (D60). */
export const accountEndRoutes = {
  'accountEnd.export': get<None, AccountExport>(`${users}/export`, EXPORT_TIMEOUT_MS),
  'accountEnd.closing': get<None, Closing>(`${users}/closing`, DEFAULT_TIMEOUT_MS),
  'accountEnd.close': post<CloseAccountInput, None>(`${users}/close`, DEFAULT_TIMEOUT_MS),
} as const;
