import { boolean, object, ref, string, type ObjectSchema } from 'yup';
import { isEmail, isMailAddress } from '../../../contract/email.ts';
import { cleanMachineText } from '../../../contract/input/machineText.ts';
import type { MessageId } from '../../i18n/messages.ts';

/** D20; the host has the list of common passwords. */
export const MIN_PASSWORD_CHARACTERS = 8;

const id = (message: MessageId): MessageId => message;

const email = string()
  .transform(cleanMachineText)
  .required(id('signIn.enterEmail'))
  .test('email', id('EMAIL_VALIDATION_ERROR'), (text) => isEmail(text));
const newEmail = email.test('mailAddress', id('EMAIL_VALIDATION_ERROR'), isMailAddress);
const newPassword = string()
  .required(id('signIn.register.choose'))
  .test('length', id('signIn.passwordTooShort'), (text) => isLongEnough(text));
const again = string()
  .required(id('signIn.register.repeat'))
  .oneOf([ref('password')], id('PASSWORD_DO_NOT_MATCH_ERROR'));

export const isLongEnough = (password: string): boolean => [...password].length >= MIN_PASSWORD_CHARACTERS;

/** The checks of the forms (§5). Their errors are message ids. */
export const loginSchema = object({ email, password: string().required(id('signIn.enterPassword')) });
export const restoreSchema = object({ email });
export const newPasswordSchema = object({
  code: string().transform(cleanMachineText).required(id('signIn.newPassword.enterCode')),
  password: newPassword,
  passwordConfirm: again,
});

/** `code`: what was valid before the change */
export const restoreAccountSchema = object({
  code: string().required(id('freeze.enterProof')),
  password: newPassword,
  passwordConfirm: again,
});

/** `hasPassword`: the account has one already. */
export const changePasswordSchema = (hasPassword: boolean) =>
  object({
    currentPassword: hasPassword ? string().required(id('signIn.enterPassword')) : string().defined(),
    password: newPassword,
    passwordConfirm: again,
  });

export interface Registration {
  email: string;
  password: string;
  passwordConfirm: string;
  isTermsAccepted: boolean;
}

/** `withTerms`: the brand asks for an agreement to its terms. */
export const registerSchema = (withTerms: boolean): ObjectSchema<Registration> =>
  object({
    email: newEmail,
    password: newPassword,
    passwordConfirm: again,
    isTermsAccepted: boolean()
      .required()
      .test('terms', id('error_agree_privacy'), (isAccepted) => isAccepted || !withTerms),
  });
