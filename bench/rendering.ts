import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadBuiltSite } from '../web/host/loadBuiltSite.server.ts';
import { FLOOR_DIRECTORY } from './floors/build.ts';
import { median, repeat, type Bench, type Figure } from './measure.ts';
import { startHost } from './startHost.ts';

const ROUNDS = 5;
const ROUND_MS = 1_500;
/** Renders under way at once: the work counts, not the waiting for answers. */
const AT_ONCE = 8;

/**
 * Renders per second of the exchange page, its calls included, beside the bare `renderToString` of the same elements. Each
 * for itself: that a render serves all who ask for the same page within a second is left out here.
 */
export async function measureRendering({ exchange }: Bench): Promise<Figure[]> {
  const { origin, pathname } = new URL(exchange);
  const api = await startHost('bench/memoryApi.ts', origin);
  try {
    const { render } = await loadBuiltSite();
    const input = {
      url: pathname,
      theme: null,
      cookies: {},
      apiUrl: api.origin,
      clientAddress: '127.0.0.1',
      now: Date.now(),
      buildId: 'bench',
      signingKeys: [],
    };
    const { status, appHtml } = await render.render(input);
    if (status !== 200) throw new Error(`The exchange page renders with status ${status}`);
    const bare: { bareRender(html: string): { elements: number; render(): string } } = await import(
      pathToFileURL(resolve(FLOOR_DIRECTORY, 'server/render.js')).href
    );
    const floor = bare.bareRender(appHtml);
    const rounds = await repeat(ROUNDS, async () => ({
      ours: await perSecond(() => render.render(input)),
      floor: await perSecond(async () => floor.render()),
    }));
    return [
      {
        name: 'server renders of the exchange page',
        unit: 'per second',
        ours: median(rounds.map(({ ours }) => ours)),
        floor: median(rounds.map((round) => round.floor)),
        target: { kind: 'atLeastFloor', times: 0.5 },
        note: `${floor.elements} elements`,
      },
    ];
  } finally {
    await api.stop();
  }
}

async function perSecond(once: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await once();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (count * 1_000) / (performance.now() - began);
}
