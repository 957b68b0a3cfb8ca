import { compare, sum } from '../../../contract/money.ts';
import { CASHBACK_LEVEL_NAMES, type CashbackLevelName } from '../../../contract/schemas/affiliates.ts';
import { dayOf, firstDayOf } from '../../common/day.ts';
import type { CustomerBooks } from '../../db/repositories/accounts/customerBooks.ts';
import type { EarningsRecord } from '../../guarantee/records.ts';
import { alarm, type Difference } from '../difference.ts';

type Exchange = NonNullable<EarningsRecord['counted']> & { at: number };

/** An exchange that completed at the same time may have been counted first. In ms */
const SAME_TIME_MS = 60_000;
const ADVICE = 'Somebody changed the database. Compare it with a backup. Cashback since then may be too high.';

/**
 * Compares the cashback level of a customer, and the volume that it comes from, with what the host signed of each of its exchanges
 * (D68). `auditOrders.ts` verifies these signatures with the orders.
 */
export function checkLevel({
  userId,
  level,
  days,
  earnings,
}: Pick<CustomerBooks, 'userId' | 'level' | 'days' | 'earnings'>): Difference[] {
  const records = earnings.map((document) => JSON.parse(document) as EarningsRecord);
  const exchanges = records
    .flatMap(({ at, counted }): Exchange[] => (counted?.userId === String(userId) ? [{ ...counted, at: Date.parse(at) }] : []))
    .toSorted((one, other) => one.at - other.at || rankOf(one.level) - rankOf(other.level));
  const key = `customer:${userId}`;
  const highest = exchanges.reduce((rank, one) => Math.max(rank, rankOf(one.level)), 0);
  const isLevel = rankOf(level ?? 'BRONZE') === highest;
  const differing = differingDays(days, exchanges);
  const unearned = exchanges.filter((one, index) => isUnearned(one, exchanges, exchanges.slice(0, index)));
  return [
    ...(isLevel
      ? []
      : [
          alarm(
            `${key}:level`,
            'the cashback level of a customer is not the signed one',
            `${level ?? 'BRONZE'} instead of ${CASHBACK_LEVEL_NAMES[highest] ?? 'BRONZE'}`,
            ADVICE,
          ),
        ]),
    ...differing.map(({ day, volume, signed }) =>
      alarm(
        `${key}:volume:${day}`,
        'the volume that counts toward a cashback level is not what was exchanged',
        `${volume} instead of ${signed} USDT on ${new Date(day).toISOString().slice(0, 10)}`,
        ADVICE,
      ),
    ),
    ...unearned.map(({ at, level: reached, fromVolume }) =>
      alarm(
        `${key}:level:${at}`,
        'a cashback level was reached without the volume',
        `${reached} from ${fromVolume} USDT on`,
        ADVICE,
      ),
    ),
  ];
}

const rankOf = (level: CashbackLevelName): number => CASHBACK_LEVEL_NAMES.indexOf(level);

function differingDays(days: CustomerBooks['days'], exchanges: readonly Exchange[]) {
  const stored = new Map(days.map(({ day, volume }) => [Number(day), volume]));
  const signed = Map.groupBy(exchanges, ({ at }) => dayOf(at));
  return [...new Set([...stored.keys(), ...signed.keys()])].flatMap((day) => {
    const known = sumOf(signed.get(day) ?? []);
    const volume = stored.get(day) ?? '0';
    return compare(known, volume) === 0 ? [] : [{ day, volume, signed: known }];
  });
}

/** Whether an exchange raised the level although the volume was too small by the rules that were signed with it. */
function isUnearned(
  { at, level, fromVolume, windowDays }: Exchange,
  all: readonly Exchange[],
  earlier: readonly Exchange[],
): boolean {
  if (level === 'BRONZE' || earlier.some((one) => rankOf(one.level) >= rankOf(level))) return false;
  const first = firstDayOf(at, Number(windowDays));
  const volume = sumOf(all.filter((one) => one.at >= first && one.at <= at + SAME_TIME_MS));
  return compare(volume, fromVolume) < 0;
}

const sumOf = (exchanges: readonly Exchange[]): string => sum(exchanges.map(({ volume }) => volume));
