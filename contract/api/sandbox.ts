import type * as schemas from '../schemas/sandbox.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/sandbox.ts';

/** Available only on hosts with `sandbox: true` in their health (D12). */
export const sandboxRoutes = {
  'sandbox.state': get<None, schemas.SandboxState>('/api/sandbox/state'),
  'sandbox.send': post<schemas.SandboxSendInput, schemas.SandboxTransfer>('/api/sandbox/send'),
  'sandbox.mine': post<schemas.SandboxMineInput, schemas.SandboxMineOutput>('/api/sandbox/mine'),
  'sandbox.price': post<schemas.SandboxPriceInput, None>('/api/sandbox/price'),
  'sandbox.break': post<schemas.SandboxBreakInput, None>('/api/sandbox/break'),
  'sandbox.reorg': post<schemas.SandboxReorgInput, schemas.SandboxTransactionsOutput>('/api/sandbox/reorg'),
  'sandbox.replace': post<schemas.SandboxReplaceInput, schemas.SandboxTransactionsOutput>('/api/sandbox/replace'),
  'sandbox.fees': post<schemas.SandboxFeesInput, None>('/api/sandbox/fees'),
  'sandbox.decideIdentity': post<schemas.SandboxVerdictInput, None>('/api/sandbox/decide-identity'),
  'sandbox.mend': post<schemas.SandboxMendInput, None>('/api/sandbox/mend'),
} as const;
