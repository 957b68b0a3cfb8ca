import Type from 'typebox';
import { isoTime } from '../../../contract/isoTime.ts';
import { NOTICE_LENGTH } from '../../../contract/limits.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteNotice, findNotice, writeNotice } from '../../db/repositories/operator/notices.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';
import { isKnown, PLACE } from './switches.ts';

const Text = Type.String({ minLength: 1, maxLength: NOTICE_LENGTH, pattern: '\\S' });
const Time = Type.String({ format: 'date-time' });

/** What customers see a notice about: `everything`, `network:tron` or `instrument:btc` */
const concernsOf = ({ target, slug }: { target: string; slug?: string }): string =>
  slug === undefined ? target : `${target}:${slug}`;

/** Tells customers something about a coin, a network or everything, until a time. Closes nothing. Replaces the notice before it. */
const notice = defineAct({
  scope: 'switches',
  input: Type.Object({ ...PLACE, en: Text, ru: Text, until: Time }, closed),
  plan: async (context, { target, slug, until, ...texts }) => {
    if (!isKnown(context, target, slug ?? '')) return refuse('UNKNOWN');
    const end = Date.parse(until);
    if (end <= context.now()) return refuse('IN_THE_PAST');
    const concerns = concernsOf({ target, ...(slug !== undefined && { slug }) });
    const before = await findNotice(context.database, concerns);
    return {
      subject: `notice ${concerns}`,
      effect: { concerns, ...texts, until: isoTime(end) },
      versions: [before?.set_at ?? null],
      execute: async (transaction, operator) => {
        const words = { texts: JSON.stringify(texts), until: end };
        await writeNotice(transaction, { concerns, ...words, set_by: operator, set_at: context.now() });
      },
    };
  },
});

/** Ends a notice before its time. */
const endNotice = defineAct({
  scope: 'switches',
  input: Type.Object(PLACE, closed),
  plan: async ({ database, now }, place) => {
    const concerns = concernsOf(place);
    const before = await findNotice(database, concerns);
    if (!before || Number(before.until) <= now()) return refuse('NO_NOTICE');
    return {
      subject: `notice ${concerns}`,
      effect: { concerns },
      versions: [before.set_at],
      execute: async (transaction) => requireWritten(await deleteNotice(transaction, concerns), concerns),
    };
  },
});

export const noticeActs = { notice, 'end-notice': endNotice } satisfies Record<string, Act>;
