/** One mail, ready to leave. The parties' addresses are single and plain: `mailAddress` has checked them. */
export interface Mail {
  /** "<…@host>", the same for the same mail: a server or reader that has it already drops it */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The port to a mail server. */
export interface Mailer {
  /**
   * Resolves once the server has taken the mail. Rejects with MailRefusedError when it never will, with anything else when
   * it may later. Sending the same mail again does no harm.
   */
  send(mail: Mail): Promise<void>;
  close?(): void;
}

/** There is no such mailbox, or the server does not want this mail: trying again changes nothing. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
