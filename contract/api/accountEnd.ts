import { EXPORT_TIMEOUT_MS } from '../limits.ts';
import type { AccountExport, CloseAccountInput, Closing } from '../schemas/accountEnd.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/accountEnd.ts';

const users = '/api/v1/users';

/** Additive calls with which customers take their data and leave (D60). */
export const accountEndRoutes = {
  'accountEnd.export': get<None, AccountExport>(`${users}/export`, EXPORT_TIMEOUT_MS),
  'accountEnd.closing': get<None, Closing>(`${users}/closing`),
  'accountEnd.close': post<CloseAccountInput, None>(`${users}/close`),
} as const;
