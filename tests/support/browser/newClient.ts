let clients = 0;

/** Returns the header of a client with an address of its own. The host limits calls and unpaid orders by address. */
export function newClient(): Record<string, string> {
  clients += 1;
  return { 'x-forwarded-for': `10.0.${Math.floor(clients / 256)}.${clients % 256}` };
}
