import { isoTime } from '../../../contract/isoTime.ts';
import { canonicalJson } from '../../../contract/signedDocuments/canonicalJson.ts';
import { sha256 } from '../../common/hashing.ts';
import type { Logger } from '../../common/log.ts';
import { repeat } from '../../common/repeat.ts';
import { findLastCheckpoint, insertActionCheckpoint } from '../../db/repositories/operator/actionCheckpoints.ts';
import { findLastAction } from '../../db/repositories/operatorActions.ts';
import type { CheckpointRecord } from '../../guarantee/records.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { lockActions } from './audit.ts';

const EVERY_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

type CheckpointContext = Pick<OperatorContext, 'database' | 'signer' | 'now'> & { log: Logger };
type Known = Pick<CheckpointRecord, 'number' | 'at'> & { document: string };

/**
 * Signs once an hour what the record of acts is, in one of the processes that share the database, so that reconciliation finds when the
 * newest acts were removed or rewritten.
 *
 * Each process remembers the newest checkpoint that it saw. If somebody removed it, the next one continues after it, so that a number is
 * missing. Each checkpoint is logged too: a copy of the log on another machine shows what the record contained.
 */
export function createCheckpoints({ database, signer, now, log }: CheckpointContext) {
  let known: Known | null = null;

  /** Signs a checkpoint if the last one is an hour old. */
  const sign = async (): Promise<void> => {
    const signed = await database.transaction().execute(async (transaction) => {
      await lockActions(transaction);
      const row = await findLastCheckpoint(transaction);
      if (row && row.number >= Number(known?.number ?? 0)) {
        const { number, at } = JSON.parse(row.document) as CheckpointRecord;
        known = { number, at, document: row.document };
      }
      if (known && now() - Date.parse(known.at) < EVERY_MS) return null;
      const last = await findLastAction(transaction);
      const number = Number(known?.number ?? 0) + 1;
      const content: CheckpointRecord = {
        kind: 'checkpoint',
        number: String(number),
        actions: String(last?.number ?? 0),
        hash: last ? sha256(last.document) : null,
        previous: known ? sha256(known.document) : null,
        at: isoTime(now()),
      };
      const { document, signature, keyId } = signer.signCheckpoint(content);
      const text = canonicalJson(document);
      await insertActionCheckpoint(transaction, { number, document: text, signature, key_id: keyId });
      return { ...content, document: text, signature };
    });
    if (signed === null) return;
    known = signed;
    log.info({ document: signed.document, signature: signed.signature }, 'the record of operators’ acts was signed');
  };

  return {
    sign,
    start: () =>
      repeat(sign, {
        pauseMs: LOOK_EVERY_MS,
        onError: (error) => log.error({ err: error }, 'the record of operators’ acts could not be signed'),
      }),
  };
}
