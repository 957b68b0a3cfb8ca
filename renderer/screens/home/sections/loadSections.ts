import type { Stores } from '../../../stores/createStores.ts';

/** Loads the data of the sections below the form for the server render. Never rejects: the form works without them. */
export async function loadSections({ latest, instruments }: Stores): Promise<void> {
  if (latest.list === null) await latest.load();
  instruments.show((latest.list ?? []).flatMap((row) => [row.instrumentFromSlug, row.instrumentToSlug]));
}
