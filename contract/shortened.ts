/** Shorter texts are shown whole. */
const WHOLE = 16;

/** Returns the first and last characters of an id, an address or a hash, which are what people compare: "TQn9Y2…r3Kx2p". */
export function shortened(text: string, head = 6, tail = 6): string {
  return text.length > WHOLE ? `${text.slice(0, head)}…${text.slice(-tail)}` : text;
}

/** Returns an e-mail as its owner recognises it and a bystander can't use it: "a…a@karlsen.example". */
export function shortenedEmail(email: string): string {
  return email.replace(/^(.).*?(.?)@/u, '$1…$2@');
}
