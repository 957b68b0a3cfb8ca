import { writeCsv } from '../../../contract/tables/csv.ts';
import { ORDER_TABLE_HEADER, orderTableCells, type OrderTableRow } from '../../../contract/tables/orderTable.ts';
import { hasPayout, isRecord, isUnpaid, type OrderRecord, type RecordedCoin } from './orderRecords.ts';
import { checked } from './orderPass.ts';
import type { OrderTokens } from './OrderTokens.ts';

/** A record with the passes that this device has for it. */
export interface ExportedOrder {
  record: OrderRecord;
  passes: string[];
}

const KIND = 'orders';
/** Maximum length of a file in characters. A full list is a tenth of it. */
const MAX_LENGTH = 2_000_000;
/** Maximum number of passes for one order. Some of them may be wrong. */
const MAX_PASSES = 3;

/** Returns a list with its passes as JSON, for another device. `about` explains the file in the customer's language. */
export function writeExport(records: readonly OrderRecord[], tokens: Pick<OrderTokens, 'all'>, about: string): string {
  const list = records.map((record) => ({ ...record, passes: tokens.all(record.orderId) }));
  return `${JSON.stringify({ about, kind: KIND, version: 1, orders: list }, null, 2)}\n`;
}

/** Reads an exported list without its invalid entries. Returns null for any other text. */
export function readExport(text: string): ExportedOrder[] | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== 'object' || file === null || !('kind' in file) || file.kind !== KIND) return null;
    if (!('orders' in file) || !Array.isArray(file.orders)) return null;
    return file.orders.filter(isRecord).map((entry) => ({ record: recordOnly(entry), passes: passesOf(entry) }));
  } catch {
    return null;
  }
}

/** Copies only known fields, so that an import stores nothing else on this device. */
function recordOnly({ orderId, destinationAddress, createdAt, checkedAt, ...rest }: OrderRecord): OrderRecord {
  const { stage, rateMode, from, to, amountFrom, amountTo, isPassSaved, hasExtra } = rest;
  const { amountRefunded, amountToSend, dueAt, firstOrderId } = rest;
  return {
    orderId,
    destinationAddress,
    createdAt,
    checkedAt,
    stage,
    rateMode,
    from: coinOnly(from),
    to: coinOnly(to),
    amountFrom,
    amountTo,
    amountRefunded,
    amountToSend,
    dueAt,
    firstOrderId,
    isPassSaved,
    hasExtra,
  };
}

function coinOnly({ slug, ticker, network, logo, networkLogo }: RecordedCoin): RecordedCoin {
  return { slug, ticker, network, logo, networkLogo };
}

function passesOf(entry: OrderRecord): string[] {
  const passes: unknown = 'passes' in entry ? entry.passes : [];
  if (!Array.isArray(passes)) return [];
  const { orderId, destinationAddress } = entry;
  return passes.flatMap((token: unknown) => checked({ orderId, destinationAddress, token })?.token ?? []).slice(0, MAX_PASSES);
}

/** Returns the list as CSV (RFC 4180): only amounts that were moved. Without passes, because such files are shared. */
export function writeTable(records: readonly OrderRecord[]): string {
  return writeCsv([ORDER_TABLE_HEADER, ...records.map((record) => orderTableCells(rowOf(record)))]);
}

const rowOf = (record: OrderRecord): OrderTableRow => ({
  created: record.createdAt,
  order: record.orderId,
  state: record.stage,
  rate: record.rateMode,
  amount_from: isUnpaid(record) ? '' : record.amountFrom,
  currency_from: record.from.ticker,
  network_from: record.from.network,
  amount_to: hasPayout(record) ? record.amountTo : '',
  currency_to: record.to.ticker,
  network_to: record.to.network,
  amount_refunded: record.amountRefunded ?? '',
  address: record.destinationAddress,
});
