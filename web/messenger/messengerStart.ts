/** What the host writes into a page of the mini-app. */
export interface MessengerStart {
  buildId: string;
  /** The sites whose frame may show this page, and to which it speaks: "https://web.telegram.org". */
  origins: readonly string[];
  /** Public keys that the host's configuration pins (D42), in hex. */
  signingKeys: readonly string[];
}
