/** The browser of a session of the desktop app. Pages and e-mails show its name in the language of the customer. */
export const DESKTOP_APP = 'Desktop app';

/** A code can be sent by e-mail again after this, in ms. */
export const RESEND_MS = 60_000;

/** The query parameter of `/` that opens the login dialog. Its value is the path that the customer requested (D14). */
export const SIGN_IN_PARAMETER = 'signIn';
