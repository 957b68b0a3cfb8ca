import { sql, type RawBuilder } from 'kysely';
import { execute, listCorruptions, type Books } from './corruption.ts';

/** What operators do before the changes: each leaves a row in one of the tables. */
export const OPERATOR_ACTS: readonly (readonly string[])[] = [
  // The largest order of the next round is still possible.
  ['set', 'ORDER_MAXIMUM_USD', '49000', 'less', 'risk'],
  ['pause', 'instrument', 'doge', 'send'],
  ['blacklist', 'EMAIL', 'mallory@example.com'],
  ['threshold', 'btc', '1'],
  ['notice', 'instrument', 'doge', '2100-01-01T00:00:00Z', 'Maintenance', 'Обслуживание'],
];

const run = (statement: RawBuilder<unknown>) => async (books: Books) => await execute(books, statement);

/** Changes of what operators set: each of them would take effect without an act (D79). */
export const actCorruptions = listCorruptions('acts', [
  [
    'a setting is changed',
    () => 'row:settings ORDER_MAXIMUM_USD',
    run(sql`update settings set value = '50000' where name = 'ORDER_MAXIMUM_USD'`),
  ],
  [
    'a setting is removed',
    () => 'row:settings ORDER_MAXIMUM_USD',
    run(sql`delete from settings where name = 'ORDER_MAXIMUM_USD'`),
  ],
  [
    'the caps of payouts are raised',
    () => 'row:settings PAYOUT_CAP_PER_HOUR_USD',
    run(sql`insert into settings (name, value, set_by, set_at) values ('PAYOUT_CAP_PER_HOUR_USD', '9999997', 'root', 1)`),
  ],
  ['a closed coin is opened', () => 'row:switches SEND INSTRUMENT doge', run(sql`delete from switches where slug = 'doge'`)],
  [
    'a coin is closed',
    () => 'row:switches RECEIVE INSTRUMENT btc',
    run(sql`insert into switches (closes, target, slug, reason, set_by, set_at)
            values ('RECEIVE', 'INSTRUMENT', 'btc', 'MAINTENANCE', 'root', 1)`),
  ],
  [
    'an entry of the blacklist is removed',
    () => 'row:blacklist EMAIL mallory@example.com',
    run(sql`delete from blacklist where value = 'mallory@example.com'`),
  ],
  [
    'an entry of the blacklist is added',
    () => 'row:blacklist EMAIL honest@example.com',
    run(sql`insert into blacklist (kind, value, created_at) values ('EMAIL', 'honest@example.com', 1)`),
  ],
  [
    'a threshold of a reserve is lowered',
    () => 'row:reserve_thresholds btc',
    run(sql`update reserve_thresholds set amount = '0.001' where instrument = 'btc'`),
  ],
  [
    'a notice says something else',
    () => 'row:notices instrument:doge',
    run(sql`update notices set texts = '{"en":"Send to L","ru":"L"}' where concerns = 'instrument:doge'`),
  ],
  [
    'a request for a second operator is marked as approved',
    () => 'row:approvals request-of-nobody',
    run(sql`insert into approvals (id, act, input, digest, subject, effect, reason, requested_by, requested_at, state, decided_by, decided_at)
            values ('request-of-nobody', 'release', '{}', 'ab', 'PAYOUT:1', '{}', 'urgent', 1, 1, 'APPROVED', 2, 2)`),
  ],
]);
