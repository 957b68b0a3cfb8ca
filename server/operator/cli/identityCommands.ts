import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REVIEWED_FIELDS, reasonsOf } from '../../../contract/identity/documents.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { listInReview } from '../../db/repositories/identity/submissions.ts';
import { openIdentity } from '../openIdentity.ts';
import { actCommand, type CommandContext, type OperatorCommand } from './command.ts';

const MOST_LISTED = 100;

const refusals = (id: string | undefined) => ({
  NO_SUBMISSION: `Nothing was done: there is no submission ${id}.`,
  NOT_IN_REVIEW: `Nothing was done: this attempt of ${id} does not wait for a verdict.`,
  WRONG_REASON: 'Nothing was done: a field has no photo, is named twice, or can’t have this reason.',
});

const pass = actCommand('verify-pass', {
  usage: [['pass <submission> <attempt>', 'accept the documents: the customer is verified']],
  input: ([submissionId, attempt, ...rest]) => ({ submissionId, attempt: Number(attempt), ...(rest.length > 0 && { rest }) }),
  done: ({ effect: { userId } }) => `Customer ${userId} is verified, and gets an e-mail.`,
  refused: ({ refused }, [id]) => refusals(id)[refused],
});

const reject = actCommand('verify-reject', {
  usage: [
    ['reject <submission> <attempt> <field>=<reason> …', 'reject documents; the customer is asked for these fields again'],
    ['reject <submission> <attempt> final <field>=<reason> …', 'reject them for good'],
  ],
  input: ([submissionId, attempt, ...words]) => ({
    submissionId,
    attempt: Number(attempt),
    final: words[0] === 'final',
    documents: words.slice(words[0] === 'final' ? 1 : 0).map((word) => {
      const [field = '', reason = ''] = word.split('=', 2);
      return { field, reason };
    }),
  }),
  done: ({ effect: { userId, documents, final } }) =>
    `Rejected ${documents.map(({ field, reason }) => `${field} (${reason})`).join(', ')} of customer ${userId}, who gets an e-mail. ${final ? 'Nothing can be submitted again.' : 'Only these are requested again.'}`,
  refused: ({ refused }, [id]) => refusals(id)[refused],
});

const REASONS = REVIEWED_FIELDS.map((field) => `${field}: ${reasonsOf(field).join(', ')}`).join('; ');

/** Commands about the verification of customers. */
export const IDENTITY_COMMANDS = {
  kyc: {
    scope: 'identity',
    usage: [
      ['list', 'submissions that wait for a verdict, the oldest first'],
      ['show <submission> <folder>', 'write its photos to a new folder and print the details; this is recorded'],
      ...pass.usage,
      ...reject.usage.map(([args, help]) => [args, help] as const),
      ['reject …', `the reasons are: ${REASONS}`],
    ],
    run: async (context, [verb, ...words]) => {
      switch (verb) {
        case 'list':
          return words.length === 0 ? await list(context) : null;
        case 'show':
          return await show(context, words);
        case 'pass':
          return await pass.run(context, words);
        case 'reject':
          return await reject.run(context, words);
        default:
          return null;
      }
    },
  },
} satisfies Record<string, OperatorCommand>;

async function list({ database }: CommandContext): Promise<string> {
  const rows = await listInReview(database, MOST_LISTED);
  const lines = rows.map(
    ({ id, user_id, attempt, submitted_at }) =>
      `${id}  customer ${user_id}  attempt ${attempt}  since ${isoTime(submitted_at ?? 0)}`,
  );
  return lines.length === 0 ? 'No submission waits for a verdict.' : lines.join('\n');
}

async function show(context: CommandContext, [submissionId, folder, ...rest]: readonly string[]): Promise<string | null> {
  if (submissionId === undefined || folder === undefined || rest.length > 0) return null;
  const { actor, openSeals } = context;
  if (!openSeals) return 'Nothing was done: this host has no IDENTITY_KEY_FILE.';
  const opened = await openIdentity(context, { submissionId, seals: await openSeals(), actor });
  if (!opened) return `Nothing was done: ${submissionId} does not wait for a verdict.`;
  await mkdir(folder, { mode: 0o700 });
  for (const { field, bytes } of opened.photos) {
    await writeFile(join(folder, `${field}.jpg`), bytes, { mode: 0o600, flag: 'wx' });
  }
  const { submission, details, checks } = opened;
  return [
    `attempt: ${submission.attempt}`,
    ...Object.entries(details).map(([name, value]) => `${name}: ${value ?? '–'}`),
    `of age: ${checks.isOfAge ? 'yes' : 'NO'}`,
    `document valid: ${checks.isValid ? 'yes' : 'NO'}`,
    `other customers with this number: ${checks.sameNumber.join(', ') || 'none'}`,
    `The photos are in ${folder}. Delete them after the verdict.`,
  ].join('\n');
}
