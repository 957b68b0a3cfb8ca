import type { BuildName } from './builds/stamps.d.mts';

export const FLAGS: readonly string[];
export const BUNDLED: Readonly<Record<'start' | 'api' | 'operator' | 'reconcile' | 'verify' | 'testHost', string>>;
export function needsDevelopmentPackages(command: string, words: readonly string[]): boolean;
export function buildsFor(command: string): BuildName[];
export function nodeArguments(command: string): string[];
