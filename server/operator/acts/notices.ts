import Type from 'typebox';
import { isoTime } from '../../../contract/isoTime.ts';
import { NOTICE_LENGTH } from '../../../contract/limits.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { deleteNotice, writeNotice } from '../../db/repositories/operator/notices.ts';
import { readSignedRows } from '../../guarantee/signedRows.ts';
import { defineAct, refuse, type Act } from './act.ts';
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
    const before = (await readSignedRows(context)).notices.get(concerns);
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
  plan: async (context, place) => {
    const concerns = concernsOf(place);
    const before = (await readSignedRows(context)).notices.get(concerns);
    if (!before || Number(before.until) <= context.now()) return refuse('NO_NOTICE');
    return {
      subject: `notice ${concerns}`,
      effect: { concerns },
      versions: [before.set_at],
      // The row may be missing: its act decides (D79).
      execute: async (transaction) => void (await deleteNotice(transaction, concerns)),
    };
  },
});

export const noticeActs = { notice, 'end-notice': endNotice } satisfies Record<string, Act>;
