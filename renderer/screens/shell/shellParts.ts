import { latePart } from '../../latePart.tsx';

/** The strip of hosts without real money. Other hosts never load its code. */
export const SANDBOX_STRIP = latePart(async () => (await import('./SandboxStrip.tsx')).SandboxStrip);
