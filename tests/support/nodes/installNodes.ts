import { installLitecoind } from '../../../scripts/nodes/litecoind.ts';

/** Runs once before the tests: installs the nodes where it may. Two workers would compete for the system's package lock. */
export function setup(): void {
  installLitecoind();
}
