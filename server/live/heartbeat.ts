import type { WebSocket } from 'ws';

export interface Heartbeat {
  /** Pings the socket from now on, and ends it when it has not answered by the next ping. Returns the end of it. */
  watch(socket: WebSocket): () => void;
}

/** The sockets take turns, so that thousands are not pinged in the same moment. */
const TURNS = 10;

/** One timer for all sockets; none while there is no socket. */
export function createHeartbeat(pingMs: number): Heartbeat {
  const turns = Array.from({ length: TURNS }, () => new Map<WebSocket, { isAlive: boolean }>());
  let timer: NodeJS.Timeout | null = null;
  let [count, turn] = [0, 0];

  const beat = (): void => {
    turn = (turn + 1) % TURNS;
    for (const [socket, peer] of turns[turn] ?? []) {
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
      // The turn that has just been: a whole time until the first ping.
      const turnOfSocket = turns[turn];
      const peer = { isAlive: true };
      turnOfSocket?.set(socket, peer);
      socket.on('pong', () => (peer.isAlive = true));
      count += 1;
      timer ??= setInterval(beat, pingMs / TURNS);
      return () => {
        if (!turnOfSocket?.delete(socket)) return;
        count -= 1;
        if (count > 0 || !timer) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}
