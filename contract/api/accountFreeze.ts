import type { FreezeInput, FreezeOutput, RestoreInput, RestoreOutput } from '../schemas/accountFreeze.ts';
import { post } from './route.ts';

export type * from '../schemas/accountFreeze.ts';

const freeze = '/api/v1/users/freeze';

/** Additive calls behind the link in the mail about a change (D70). */
export const accountFreezeRoutes = {
  'accountFreeze.freeze': post<FreezeInput, FreezeOutput>(freeze),
  'accountFreeze.restore': post<RestoreInput, RestoreOutput>(`${freeze}/restore`),
} as const;
