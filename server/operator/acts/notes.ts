import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { defineAct, refuse, type Act } from './act.ts';

/**
 * The subject of notes about an order (by its id) or a customer ("customer 12"). It is not the subject of acts: a note does not end what
 * another operator has planned.
 */
export const noteSubject = (target: string): string => `note ${target}`;

/** Notes something about an order or a customer, for other operators. The record of the act is the note. */
const note = defineAct({
  scope: 'orders.act',
  input: Type.Object(
    {
      target: Type.String({ minLength: 1, maxLength: 100 }),
      text: Type.String({ minLength: 1, maxLength: 2_000 }),
    },
    closed,
  ),
  plan: async ({ database }, { target, text }) => {
    const customer = /^customer ([1-9]\d{0,8})$/.exec(target)?.[1];
    const found = customer === undefined ? await findOrder(database, target) : await findUser(database, Number(customer));
    if (!found) return refuse('UNKNOWN');
    return { subject: noteSubject(target), effect: { target, text }, versions: [], execute: () => Promise.resolve() };
  },
});

export const noteActs = { note } satisfies Record<string, Act>;
