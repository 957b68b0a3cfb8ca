import type { MailSubscriptionRow } from '../db/tables/mail.ts';
import { OPT_OUT_MS, optOutToken } from './codeOptOuts.ts';
import type { Sending } from './deliverMail.ts';
import type { OrderReport } from './notifications.ts';
import { orderMailTexts, shortened, type OrderFacts } from './orderMailTexts.ts';
import { CODE, FINE_PRINT, render, siteOf, termsLink, type ComposedMail } from './renderMail.ts';

/** How long a code is valid. Milliseconds. */
export const CODE_VALID_MS = 30 * 60_000;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

type Reader = Pick<MailSubscriptionRow, 'order_id' | 'email' | 'locale' | 'origin' | 'token'>;

/** Returns the only mail that is sent to an unconfirmed address. Of the order it contains only the shortened id. */
export function composeConfirmation(
  reader: Reader,
  { languages, brand }: Pick<Sending, 'languages' | 'brand'>,
  code: string,
): ComposedMail {
  const language = languages(reader.locale);
  const order = shortened(reader.order_id);
  return render(reader.email, language.code, language.text('mail.order.code.subject', { order }), [
    { text: language.text('mail.order.code.asked', { brand, order }) },
    { text: code, style: CODE },
    { text: language.text('mail.order.code.enter', { minutes: CODE_VALID_MS / MINUTE_MS }) },
    { text: language.text('mail.order.code.notYou') },
    {
      text: language.text('mail.order.code.optOut', { weeks: OPT_OUT_MS / WEEK_MS }),
      url: `${siteOf(language.code, reader.origin)}/unsubscribe#not-me-${optOutToken(reader)}`,
      style: FINE_PRINT,
    },
    termsLink(language, reader.origin),
  ]);
}

/** Returns the mail of a notification. */
export function composeNotification(
  reader: Reader,
  { languages }: Pick<Sending, 'languages'>,
  report: OrderReport,
  facts: OrderFacts,
): ComposedMail {
  const language = languages(reader.locale);
  const { subject, paragraphs, values } = orderMailTexts(report, facts, language);
  const site = siteOf(language.code, reader.origin);
  return render(reader.email, language.code, language.text(subject, values), [
    ...paragraphs.map((id) => ({ text: language.text(id, values) })),
    // Neither the destination nor the order pass: many machines read a mail, and with either of them they could read the order (D3, D39).
    { text: language.text('mail.order.open'), url: `${site}/order/${reader.order_id}` },
    { text: language.text('mail.order.whyAddress'), style: FINE_PRINT },
    { text: language.text('mail.order.why'), style: FINE_PRINT },
    // The token is in the fragment, which is neither logged by servers nor requested by mail scanners.
    { text: language.text('mail.order.unsubscribe'), url: `${site}/unsubscribe#${reader.token}`, style: FINE_PRINT },
    termsLink(language, reader.origin),
  ]);
}
