import { latePart } from '../../latePart.tsx';

/** The strip of hosts without real money. Other hosts never load its code. */
export const SANDBOX_STRIP = latePart(async () => (await import('./SandboxStrip.tsx')).SandboxStrip);

/** The menu of signed-in customers. Guests never load its code. */
export const CUSTOMER_MENU = latePart(async () => (await import('./CustomerMenu.tsx')).CustomerMenu);

/** Loads both. A server renders them with the page. */
export async function loadShellParts(): Promise<void> {
  await Promise.all([SANDBOX_STRIP.load(), CUSTOMER_MENU.load()]);
}
