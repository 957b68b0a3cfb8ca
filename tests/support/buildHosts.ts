import { buildStale } from '../../scripts/builds/stamps.mjs';
import { ownEnvironment } from './ownEnvironment.ts';

/** Runs once before the tests: builds the bundle, from which they run hosts and commands in processes of their own. */
export function setup(): void {
  buildStale(['server'], { env: ownEnvironment() });
}
