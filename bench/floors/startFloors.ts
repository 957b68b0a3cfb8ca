import type { FloorPages } from '../measure.ts';
import { startHost } from '../startHost.ts';

export async function startFloors(): Promise<FloorPages> {
  const { origin, stop } = await startHost('bench/floors/serve.ts');
  return { form: `${origin}/form`, spa: `${origin}/spa`, rendered: `${origin}/rendered`, stop };
}
