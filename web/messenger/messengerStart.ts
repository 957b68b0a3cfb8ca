/** What the host writes into a page of the mini-app. */
export interface MessengerStart {
  buildId: string;
  /** Public keys that the host's configuration pins (D42), in hex. */
  signingKeys: readonly string[];
}
