/** A mail to be sent. */
export interface Mail {
  /** "<…@host>", the same when the same mail is sent again, so that mail servers and clients can drop duplicates */
  messageId: string;
  /** One plain address that `mailAddress` accepted */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The port to a mail server. */
export interface Mailer {
  /**
   * Resolves when the server accepted the mail. Idempotent by message id.
   *
   * @throws MailRefusedError when the server rejects the mail for good; any other error when a retry may succeed
   */
  send(mail: Mail): Promise<void>;
  close?(): void;
}

/** The mailbox does not exist, or the server rejects the mail permanently. Do not retry. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
