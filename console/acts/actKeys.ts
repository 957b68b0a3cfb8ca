/** The letters of acts, for what is open or the row in focus. J, K and G move. Each opens the dialog of the act. */
export const ACT_KEYS: Readonly<Record<string, string>> = {
  release: 'R',
  refund: 'B',
  retry: 'T',
  override: 'O',
  settle: 'S',
  cancel: 'X',
  attribute: 'P',
  reject: 'N',
  'write-off': 'W',
  note: 'M',
  freeze: 'F',
  unfreeze: 'U',
  'end-sessions': 'E',
  accept: 'A',
};
