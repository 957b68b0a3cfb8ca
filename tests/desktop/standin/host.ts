import { startChromium, type Chromium } from './chromium/process.ts';
import { Targets } from './chromium/targets.ts';

let chromium: Chromium | null = null;
const started = Promise.withResolvers<Targets>();

/** Resolves to the pages of Chromium, once it runs. */
export const targets: Promise<Targets> = started.promise;

/** @param mayOpen returns whether a page that the page `openerId` opened may stay */
export async function startHost(profile: string, language: string, mayOpen: (openerId: string) => boolean): Promise<void> {
  chromium = await startChromium(profile, language);
  const opened = new Targets(chromium, mayOpen);
  await opened.start();
  started.resolve(opened);
}

/** Resolves when Chromium has ended, at once if it was not started. */
export async function stopHost(): Promise<void> {
  await chromium?.stop();
}
