import { dayOf } from '../common/day.ts';
import { randomInt } from 'node:crypto';
import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { AffiliateCode } from '../../contract/schemas/affiliates.ts';
import type { Database, Executor } from '../db/database.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import { findActiveCode, findMainCode, insertCode, listCodes, renameCode } from '../db/repositories/earnings/codes.ts';
import { addClick } from '../db/repositories/earnings/days.ts';
import type { AffiliateCodeRow } from '../db/tables/affiliates.ts';

/** Without characters that look alike. 31 of them in 8 places: a code is not guessed, and is short enough to read out. */
const CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 8;
/** Codes of one customer */
const MAX_CODES = 20;

/** Returns the customer who has a code (D48); null: nobody has it. Registration binds the new customer to them. */
export async function findReferrer(executor: Executor, code: string): Promise<number | null> {
  return (await findActiveCode(executor, code))?.user_id ?? null;
}

/** Returns the main code of a customer. The first call creates it. */
export async function mainCodeOf(executor: Executor, userId: number, now: number): Promise<string> {
  for (;;) {
    const main = await findMainCode(executor, userId);
    if (main) return main.code;
    await insertCode(executor, { code: randomCode(), user_id: userId, name: '', is_main: 1, created_at: now });
  }
}

/**
 * Adds a code for a place of links and returns it. Throws ERR_VALIDATION for a blank name, and ERR_NOT_ACCEPTABLE with
 * `details.expected` if there are too many.
 */
export async function createCode(database: Database, userId: number, name: string, now: number): Promise<AffiliateCode> {
  const named = { user_id: userId, name: cleanName(name), is_main: 0, created_at: now };
  return await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, `affiliate codes of ${userId}`);
    await mainCodeOf(transaction, userId, now);
    if ((await listCodes(transaction, userId)).length >= MAX_CODES) {
      throw new ApiError('ERR_NOT_ACCEPTABLE', `You can have at most ${MAX_CODES} codes. Rename one instead.`, {
        most: MAX_CODES,
      });
    }
    for (;;) {
      const row = { ...named, code: randomCode() };
      if (await insertCode(transaction, row)) return presentCode(row);
    }
  });
}

/** Renames a code and returns it. Throws ERR_NOT_FOUND for a code of someone else. */
export async function changeCodeName(executor: Executor, userId: number, code: string, name: string): Promise<AffiliateCode> {
  const row = await renameCode(executor, { userId, code, name: cleanName(name) });
  if (!row) throw new ApiError('ERR_NOT_FOUND', 'You have no such code.', { field: 'code' });
  return presentCode(row);
}

/** Counts a click on a link with this code, without who clicked. Does nothing for an unknown code, so that it reveals none. */
export async function countClick(executor: Executor, referrerId: string, now: number): Promise<void> {
  const row = await findActiveCode(executor, referrerId);
  if (row) await addClick(executor, { userId: row.user_id, code: row.code, day: dayOf(now) });
}

export function presentCode(row: AffiliateCodeRow): AffiliateCode {
  return { code: row.code, name: row.name, isMain: row.is_main === 1, createdAt: isoTime(Number(row.created_at)) };
}

function randomCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');
}

/** Throws ERR_VALIDATION for a name without visible characters. */
function cleanName(name: string): string {
  const clean = name.replace(/\s+/g, ' ').trim();
  if (clean !== '') return clean;
  throw new ApiError('ERR_VALIDATION', 'A code needs a name, so that you can tell your links apart.', { field: 'name' });
}
