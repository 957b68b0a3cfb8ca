import { latePart } from '../../latePart.tsx';

/** The menu of signed-in customers. Guests never load its code. */
export const CUSTOMER_MENU = latePart(async () => (await import('./CustomerMenu.tsx')).CustomerMenu);
