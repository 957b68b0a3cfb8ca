import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** 128 random bits as 22 characters of base64url (D3). Never begins with "-", as spreadsheets would read it as a formula. */
export function randomId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

/** Compares two strings without revealing by its duration where they differ. It may reveal that their lengths differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'utf8'), Buffer.from(right, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}
