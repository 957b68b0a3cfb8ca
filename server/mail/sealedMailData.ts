/** What seals the data of a mail; see `Sealing` of accounts. */
export interface MailSealing {
  /** Encrypts a text. It opens with the same owner only. */
  seal(text: string, owner: string): string;
  /** Throws if the text was changed, belongs to another owner, or was sealed under another key. */
  open(sealed: string, owner: string): string;
}

/** A mail with one of these in its data must be sealed: a reader of the database could use it until the mail is sent. */
type SecretName = 'code' | 'token' | `${string}Code` | `${string}Token`;
export type Secrecy<Values> = Extract<keyof Values, SecretName> extends never ? unknown : { sealing: MailSealing };

const ownerOf = (mailId: string): string => `account mail:${mailId}`;

/** Returns the values of a mail as its row stores them, encrypted if it has a `sealing`. */
export function writeMailData(mailId: string, values: object, sealing: MailSealing | undefined): string {
  const text = JSON.stringify(values);
  return sealing ? JSON.stringify({ sealed: sealing.seal(text, ownerOf(mailId)) }) : text;
}

/** Returns the values of a stored mail. */
export function readMailData({ id, data }: { id: string; data: string }, sealing: MailSealing): unknown {
  const stored: unknown = JSON.parse(data);
  const { sealed } = typeof stored === 'object' && stored !== null && 'sealed' in stored ? stored : {};
  return typeof sealed === 'string' ? JSON.parse(sealing.open(sealed, ownerOf(id))) : stored;
}
