import type { KeyValueStorage, Transport } from '../../contract/platform.ts';
import type { MessengerClient } from './client.ts';

const STORAGE_KEY = 'writeAccessAsked';

interface Options {
  client: MessengerClient;
  storage: KeyValueStorage;
  /** Whether the customer lets the bot write already */
  mayWrite: boolean;
}

/**
 * Lets the messenger ask the customer, after the first order on this device, whether the bot may write about it. The messenger tells the
 * bot the answer. Asks once: who refused can still write to the bot.
 */
export function askAfterOrder(transport: Transport, { client, storage, mayWrite }: Options): Transport {
  if (mayWrite || !client.has('web_app_request_write_access')) return transport;
  return {
    call: async (name, input, options) => {
      const output = await transport.call(name, input, options);
      if (name === 'orders.create' && storage.get(STORAGE_KEY) === null) {
        storage.set(STORAGE_KEY, '1');
        client.post('web_app_request_write_access');
      }
      return output;
    },
  };
}
