export type BuildName = 'site' | 'server' | 'desktop';

export const BUILDS: Readonly<Record<BuildName, { output: string; inputs: readonly string[] }>>;
export function stampOf(name: BuildName): string;
export function fingerprintOf(inputs: readonly string[]): string;
export function buildStale(names: readonly BuildName[], options?: { node?: string; env?: NodeJS.ProcessEnv }): void;
