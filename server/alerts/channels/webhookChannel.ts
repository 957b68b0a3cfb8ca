import { createHmac } from 'node:crypto';
import { callService, type CallService } from '../../common/callService.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import type { AlertChange } from '../alertBook.ts';
import { alertTitle } from '../alertTexts.ts';
import type { AlertSettings } from '../alertSettings.ts';
import type { AlertChannel } from './channel.ts';

const TIMEOUT_MS = 10_000;

/** Posts JSON that is signed as Standard Webhooks says (https://www.standardwebhooks.com). A redirect is not followed. */
export function createWebhookChannel(
  { url, secret }: NonNullable<AlertSettings['webhook']>,
  { now = Date.now, call = callService }: { now?: () => number; call?: CallService } = {},
): AlertChannel {
  return {
    name: 'webhook',
    send: async ({ id, subject, changes }) => {
      const seconds = Math.floor(now() / 1_000);
      const body = JSON.stringify({ type: 'alerts', timestamp: isoTime(now()), data: { subject, alerts: changes.map(present) } });
      const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
      const { status } = await call({
        method: 'POST',
        url,
        timeoutMs: TIMEOUT_MS,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,${signature}`,
        },
        body,
      });
      if (status < 200 || status >= 300) throw new Error(`The webhook answered ${status}`);
    },
  };
}

function present(change: AlertChange) {
  const { rule, concerns, state, value, since, at } = change;
  return { rule, concerns, state, title: alertTitle(change), value, since: isoTime(since), at: isoTime(at) };
}
