import type { Stores } from '../../../stores/createStores.ts';

/** What the sections below the form show, so that the server renders them. Never rejects: none of it stops the form. */
export async function loadSections({ latest, instruments }: Stores): Promise<void> {
  if (latest.list === null) await latest.load();
  instruments.show((latest.list ?? []).flatMap((row) => [row.instrumentFromSlug, row.instrumentToSlug]));
}
