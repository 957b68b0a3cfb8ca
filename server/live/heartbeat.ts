import type { WebSocket } from 'ws';

export interface Heartbeat {
  /** Pings the socket and terminates it if it has not answered by the next ping. Returns the function to stop. */
  watch(socket: WebSocket): () => void;
}

/** Sockets are pinged in groups, so that thousands of pings are not sent at the same moment. */
const GROUPS = 10;

/** Creates a heartbeat with one timer for all sockets, which runs only while there are sockets. */
export function createHeartbeat(pingMs: number): Heartbeat {
  const groups = Array.from({ length: GROUPS }, () => new Map<WebSocket, { isAlive: boolean }>());
  let timer: NodeJS.Timeout | null = null;
  let [count, current] = [0, 0];

  const beat = (): void => {
    current = (current + 1) % GROUPS;
    for (const [socket, peer] of groups[current] ?? []) {
      if (!peer.isAlive) {
        socket.terminate();
        continue;
      }
      peer.isAlive = false;
      socket.ping();
    }
  };

  return {
    watch: (socket) => {
      // The group that was pinged last, so that a full interval passes before the first ping.
      const group = groups[current];
      const peer = { isAlive: true };
      group?.set(socket, peer);
      socket.on('pong', () => (peer.isAlive = true));
      count += 1;
      timer ??= setInterval(beat, pingMs / GROUPS);
      return () => {
        if (!group?.delete(socket)) return;
        count -= 1;
        if (count > 0 || !timer) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
