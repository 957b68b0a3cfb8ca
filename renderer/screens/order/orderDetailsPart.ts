import { latePart } from '../../latePart.tsx';

/** The agreed terms and the calculation of what arrives. Sending needs neither. */
export const ORDER_DETAILS = latePart(async () => (await import('./OrderDetails.tsx')).OrderDetails);
