import type { CallName } from '../../contract/api/index.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Platform } from '../../contract/platform.ts';

/** What the host does with a call: `lost` never answers, `garbage` answers with something that is no JSON. */
export type Reply = { output: unknown } | { error: ErrorBody } | 'lost' | 'garbage';

export interface ReceivedCall {
  name: CallName;
  orderToken: string | null;
  idempotencyKey: string | null;
}

/** The host that a platform calls. */
export interface HostUnderTest {
  reply(name: CallName, reply: Reply): void;
  /** The calls that arrived, oldest first. */
  readonly calls: readonly ReceivedCall[];
  /** The first call answers that the access token has expired; its renewal succeeds. */
  expireToken(): void;
  /** Resolves to the next live connection that a client opens. */
  accept(): Promise<LivePeer>;
}

/** The host's end of a live connection. */
export interface LivePeer {
  /** Resolves to the next message of the client. */
  receive(): Promise<unknown>;
  send(message: unknown): void;
  /** Resolves when the client has closed the connection. */
  readonly closed: Promise<void>;
  drop(): void;
}

/** A platform, and what happens around it. */
export interface PlatformUnderTest {
  platform: Platform;
  host: HostUnderTest;
  /** Another window changes the shared storage. A null value removes the entry. */
  storeElsewhere(key: string, value: string | null): Promise<void>;
  setVisible(isVisible: boolean): void;
  setOnline(isOnline: boolean): void;
  denyClipboard(): void;
  /** What `saveFile` saved. */
  saved(): Promise<{ name: string; text: string }[]>;
  /** What `openExternal` opened. */
  opened(): Promise<string[]>;
  /** The customer answers on the page of `browserSignIn` that was opened last. Absent where the platform opens none. */
  answerInBrowser?(answer: 'agree' | 'decline'): Promise<void>;
  close(): Promise<void>;
}
