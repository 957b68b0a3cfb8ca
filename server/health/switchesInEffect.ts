import { listSwitches } from '../db/repositories/switches.ts';
import type { SwitchTable } from '../db/tables/operator.ts';
import { keyOfRow, readSignedRows, type SignedRowsContext } from '../guarantee/signedRows.ts';

/**
 * Returns the switches that are in effect, oldest first: those that a signed act explains (D79), and every stop of payments in the database.
 * A stop needs no act, because the host itself sets one with RECOVERY (D75), and it loses no money.
 */
export async function listSwitchesInEffect(context: SignedRowsContext): Promise<SwitchTable[]> {
  const { switches } = await readSignedRows(context);
  const stops = (await listSwitches(context.database)).filter(({ closes }) => closes === 'PAYOUTS');
  const unsigned = stops.filter((row) => !switches.has(keyOfRow('switches', row)));
  return [...switches.values(), ...unsigned].toSorted((one, other) => Number(one.set_at) - Number(other.set_at));
}
