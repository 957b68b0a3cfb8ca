import { isoTime } from '../../contract/isoTime.ts';
import { SandboxMailsResponse } from '../../contract/schemas/notifications.ts';
import type { Mailbox } from '../ports/mail/embedded/embeddedMailer.ts';
import { serve, type RoutePlugin } from './route.ts';
import { guardSandbox } from './sandbox.ts';

const SHOWN = 50;

/** The mails in the sandbox's mailbox (D12). */
export const sandboxMailRoutes =
  (mailbox: Mailbox, access: 'loopback' | 'allow'): RoutePlugin =>
  async (app) => {
    guardSandbox(app, access);
    serve(app, 'sandbox.mails', { output: SandboxMailsResponse }, async () => ({
      mails: (await mailbox.list(SHOWN)).map((mail) => ({
        id: mail.message_id,
        to: mail.to_address,
        subject: mail.subject,
        text: mail.body_text,
        sentAt: isoTime(mail.sent_at),
      })),
    }));
  };
