/** Known forms of addresses that can't be paid (D85). Each is the id of the text that says what it is and what to enter instead. */
export const UNPAYABLE_FORMS = [
  'address_reject_iotx',
  'address_mweb',
  'address_shielded',
  'address_stake',
  'address_silent_payment',
  'address_extended_key',
  'address_validator',
] as const;
export type UnpayableForm = (typeof UNPAYABLE_FORMS)[number];

export const isUnpayableForm = (code: unknown): code is UnpayableForm => UNPAYABLE_FORMS.some((form) => form === code);
