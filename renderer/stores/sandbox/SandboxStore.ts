import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallInput, CallName, CallOutput } from '../../../contract/api/index.ts';
import type {
  SandboxBreakInput,
  SandboxReorgInput,
  SandboxReplaceInput,
  SandboxSendInput,
  SandboxState,
  SandboxTransactionsOutput,
  SandboxTransfer,
} from '../../../contract/api/sandbox.ts';
import { ApiError, type ErrorCode } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';

/** Poll interval in ms. Sandbox blocks are faster, but a customer can't read more often. */
const POLL_MS = 2_000;

/** Where actions on identity checks happen, for `busy` and `problem` */
export const IDENTITY_PLACE = 'identity';

export type SandboxNetwork = SandboxState['networks'][number];
export type BreakMode = SandboxBreakInput['mode'];

/** Actions on the embedded networks and market (D12), and their state. */
export class SandboxStore {
  state: SandboxState | null = null;
  hasFailed = false;
  /** The port or form with an action in progress. */
  busy: string | null = null;
  problem: { at: string; code: ErrorCode | null; message: string } | null = null;
  sent: SandboxTransfer | null = null;
  /** Number of transactions affected by the last reorg or replacement. */
  concerned: { at: string; transactions: number } | null = null;
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, { state: observableRef, sent: observableRef, concerned: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const state = await this.#platform.transport.call('sandbox.state', {});
      runInAction(() => {
        this.state = state;
        this.hasFailed = false;
      });
    } catch {
      runInAction(() => (this.hasFailed = true));
    }
  }

  /** Polls the figures of the page. Returns the function that stops it. */
  start(): () => void {
    return pollWhileVisible({ platform: this.#platform, intervalMs: () => POLL_MS, poll: this.load });
  }

  /** Pays from the sandbox wallet, which has unlimited funds. Returns whether the payment was sent. */
  async send(payment: SandboxSendInput): Promise<boolean> {
    this.sent = null;
    const sent = await this.act('send', 'sandbox.send', payment);
    runInAction(() => (this.sent = sent));
    return sent !== null;
  }

  async mine(networkSlug: string, blocks: number): Promise<void> {
    await this.act('mine', 'sandbox.mine', { networkSlug, blocks });
  }

  async reorganise(input: SandboxReorgInput): Promise<void> {
    this.note(input.networkSlug, await this.act(input.networkSlug, 'sandbox.reorg', input));
  }

  async replaceWaiting(input: SandboxReplaceInput): Promise<void> {
    this.note(input.networkSlug, await this.act(input.networkSlug, 'sandbox.replace', input));
  }

  async setFeeFactor(networkSlug: string, factor: string): Promise<void> {
    await this.act(networkSlug, 'sandbox.fees', { networkSlug, factor });
  }

  async setPrice(symbol: string, price: string): Promise<void> {
    await this.act('price', 'sandbox.price', { symbol, price });
  }

  /** Injects a fault into a network (its slug) or "market"; null removes it. */
  async setMode(port: string, mode: BreakMode | null): Promise<void> {
    if (mode === null) await this.act(port, 'sandbox.mend', { port });
    else await this.act(port, 'sandbox.break', { port, mode });
  }

  /** Passes a customer's documents, or rejects the photo of the face. */
  async decideIdentity({ submissionId, attempt }: SandboxState['identities'][number], isAccepted: boolean): Promise<void> {
    await this.act(IDENTITY_PLACE, 'sandbox.decideIdentity', { submissionId, attempt, isAccepted });
  }

  private note(at: string, output: SandboxTransactionsOutput | null): void {
    if (output) this.concerned = { at, transactions: output.transactions };
  }

  private async act<Name extends CallName>(at: string, name: Name, input: CallInput<Name>): Promise<CallOutput<Name> | null> {
    if (this.busy) return null;
    this.busy = at;
    this.problem = null;
    this.concerned = null;
    try {
      const output = await this.#platform.transport.call(name, input);
      await this.load();
      return output;
    } catch (error) {
      runInAction(() => (this.problem = { at, ...describe(error) }));
      return null;
    } finally {
      runInAction(() => (this.busy = null));
    }
  }
}

/** Returns the host's own error message, because sandbox users are developers. */
function describe(error: unknown): { code: ErrorCode | null; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  return { code: null, message: String(error) };
}
