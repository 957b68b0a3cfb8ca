import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { isPositive } from '../../../../contract/money.ts';
import { DecimalText } from '../../../../contract/schemas/common.ts';
import { resourcePath } from '../../../common/resourcePath.ts';

const SnapshotSchema = Type.Object({ date: Type.String(), note: Type.String(), prices: Type.Record(Type.String(), DecimalText) });

/** Start of the embedded market: the price of each symbol in USD on `date`. */
export type MarketSnapshot = Static<typeof SnapshotSchema>;

/** Reads `resources/market/snapshot.json`. Throws an Error that names the fault. */
export function loadSnapshot(): MarketSnapshot {
  const file = resourcePath('market/snapshot.json');
  const snapshot: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!Value.Check(SnapshotSchema, snapshot)) {
    throw new Error(`The market snapshot ${file} must be {date, note, prices: {SYMBOL: decimal}}.`);
  }
  for (const [symbol, price] of Object.entries(snapshot.prices)) {
    if (!isPositive(price)) throw new Error(`The market snapshot ${file} has no price for ${symbol}.`);
  }
  return snapshot;
}
