import type { Platform } from '../../contract/platform.ts';

/** Polls the newest build (§7 builds/latest.json), so that an older page can offer to reload. */
export function createUpdates(currentBuildId: string): NonNullable<Platform['updates']> {
  return {
    currentBuildId,
    check: async () => {
      try {
        const answer = await fetch('/builds/latest.json', { cache: 'no-store' });
        const body: unknown = await answer.json();
        if (typeof body !== 'object' || body === null || !('id' in body) || typeof body.id !== 'string') return null;
        return body.id === currentBuildId ? null : { buildId: body.id };
      } catch {
        return null;
      }
    },
    apply: () => location.reload(),
  };
}
