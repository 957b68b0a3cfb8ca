/** An event of the messenger, by the names of its protocol */
type Receive = (event: string, data?: unknown) => void;

declare global {
  interface Window {
    TelegramWebviewProxy?: { postEvent(name: string, data: string): void };
    Telegram?: { WebView: { receiveEvent: Receive } };
  }
}

export interface PostedEvent {
  name: string;
  data: Record<string, unknown>;
}

/**
 * Makes the window of a test one that the messenger's own app shows: what the page posts is recorded, and encrypted storage works. Connect
 * the page afterwards.
 */
export function installMessengerApp() {
  const posted: PostedEvent[] = [];
  const secrets = new Map<string, string>();
  let isStorageSilent = false;
  const send: Receive = (event, data) => window.Telegram?.WebView.receiveEvent(event, data);
  const answers: Record<string, (data: Record<string, unknown>) => void> = {
    web_app_secure_storage_save_key: ({ req_id: id, key, value }) => {
      if (typeof value === 'string') secrets.set(String(key), value);
      else secrets.delete(String(key));
      send('secure_storage_key_saved', { req_id: id });
    },
    web_app_secure_storage_get_key: ({ req_id: id, key }) =>
      send('secure_storage_key_received', { req_id: id, value: secrets.get(String(key)) ?? null, can_restore: false }),
  };
  window.TelegramWebviewProxy = {
    postEvent: (name, text) => {
      const data = JSON.parse(text ?? '{}') as Record<string, unknown>;
      posted.push({ name, data });
      if (!isStorageSilent || !name.includes('storage')) queueMicrotask(() => answers[name]?.(data));
    },
  };
  return {
    posted,
    secrets,
    send,
    /** What the page last said about a control */
    last: (name: string) => posted.findLast((event) => event.name === name)?.data ?? null,
    silenceStorage: () => (isStorageSilent = true),
  };
}
