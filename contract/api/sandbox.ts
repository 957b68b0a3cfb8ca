import { DEFAULT_TIMEOUT_MS } from '../limits.ts';
import type {
  SandboxBreakInput,
  SandboxFeesInput,
  SandboxMendInput,
  SandboxMineInput,
  SandboxMineOutput,
  SandboxPriceInput,
  SandboxReorgInput,
  SandboxReplaceInput,
  SandboxSendInput,
  SandboxState,
  SandboxTransactionsOutput,
  SandboxTransfer,
} from '../schemas/sandbox.ts';
import { get, post } from './route.ts';

export type * from '../schemas/sandbox.ts';

/** Available only on hosts with `sandbox: true` in their health (D12). */
export const sandboxRoutes = {
  'sandbox.state': get<Record<string, never>, SandboxState>('/api/sandbox/state', DEFAULT_TIMEOUT_MS),
  'sandbox.send': post<SandboxSendInput, SandboxTransfer>('/api/sandbox/send', DEFAULT_TIMEOUT_MS),
  'sandbox.mine': post<SandboxMineInput, SandboxMineOutput>('/api/sandbox/mine', DEFAULT_TIMEOUT_MS),
  'sandbox.price': post<SandboxPriceInput, Record<string, never>>('/api/sandbox/price', DEFAULT_TIMEOUT_MS),
  'sandbox.break': post<SandboxBreakInput, Record<string, never>>('/api/sandbox/break', DEFAULT_TIMEOUT_MS),
  'sandbox.reorg': post<SandboxReorgInput, SandboxTransactionsOutput>('/api/sandbox/reorg', DEFAULT_TIMEOUT_MS),
  'sandbox.replace': post<SandboxReplaceInput, SandboxTransactionsOutput>('/api/sandbox/replace', DEFAULT_TIMEOUT_MS),
  'sandbox.fees': post<SandboxFeesInput, Record<string, never>>('/api/sandbox/fees', DEFAULT_TIMEOUT_MS),
  'sandbox.mend': post<SandboxMendInput, Record<string, never>>('/api/sandbox/mend', DEFAULT_TIMEOUT_MS),
} as const;
