import type { InitDataInput, LinkMessengerInput, UnlinkMessengerInput } from '../schemas/messenger.ts';
import type { CreateUserOutput, SignInOutput } from '../schemas/users.ts';
import { post, type None } from './route.ts';

const users = '/api/v1/users';

/** The calls of §7 for customers of the messenger. A host has them when it announces `messenger`. Unlinking is additive. */
export const messengerRoutes = {
  'messenger.authenticate': post<InitDataInput, SignInOutput>(`${users}/telegram/authenticate`),
  'messenger.create': post<InitDataInput, CreateUserOutput>(`${users}/telegram/create`),
  'messenger.link': post<LinkMessengerInput, None>(`${users}/local/link-telegram`),
  'messenger.unlink': post<UnlinkMessengerInput, None>(`${users}/local/unlink-telegram`),
} as const;
