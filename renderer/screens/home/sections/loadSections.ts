import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import type { AppStores } from '../../../stores/createAppStores.ts';

/** Loads the data of the sections below the form for the server render. Never rejects: the form works without them. */
export async function loadSections(stores: AppStores): Promise<void> {
  const { latest, instruments } = exchangeGroup(stores);
  if (latest.list === null) await latest.load();
  instruments.show((latest.list ?? []).flatMap((row) => [row.instrumentFromSlug, row.instrumentToSlug]));
}
