import type { SessionChange } from '../../contract/ipc.ts';
import type { SessionStore } from './SessionStore.ts';

/** Follows a change of the session in any window of the app, this one included. */
export function followSession(session: SessionStore, change: SessionChange): void {
  if (change !== 'begun') return session.end(change === 'signedOut' ? 'customer' : 'host');
  if (!session.exists) void session.begin().catch(() => undefined);
}
