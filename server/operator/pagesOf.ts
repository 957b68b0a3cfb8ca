import type { UnresolvedPage } from '../db/repositories/unresolved.ts';

/** How what waits is read. */
export interface Reading {
  /** Of this order only */
  orderId?: string;
  /** Between two pages: nobody else moves while SQLite reads one. Rejects when nobody wants to know any more. */
  pause: () => Promise<void>;
}

/** Some milliseconds of SQLite, whatever is in them. */
const ROWS_AT_ONCE = 100;

/** All rows, however many there are, some at a time. */
export async function* pagesOf<Row extends object>(
  { orderId, pause }: Reading,
  read: (page: UnresolvedPage<Row>) => Promise<Row[]>,
  count = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read({ after, orderId, count });
    if (rows.length > 0) yield rows;
    if (rows.length < count) return;
    after = rows.at(-1);
    await pause();
  }
}
