import Type from 'typebox';
import { ApiError } from '../../../contract/errors.ts';
import { equalInConstantTime } from '../../common/hashing.ts';
import type { RoutePlugin } from '../route.ts';
import type { Bot } from '../../messenger/bot.ts';
import { WEBHOOK_PATH } from '../../messenger/messengerSettings.ts';

/** The messenger sends more fields, and adds some with every version. The bot reads those that it knows. */
const UpdateBody = Type.Object({ update_id: Type.Integer() });

/** Where the messenger sends what customers write, instead of being asked for it. Not part of the API. */
export const messengerUpdateRoutes =
  (secret: string, answer: Bot['answer']): RoutePlugin =>
  async (app) => {
    app.post(WEBHOOK_PATH, { schema: { hide: true, body: UpdateBody } }, async ({ headers, body }, reply) => {
      const given = String(headers['x-telegram-bot-api-secret-token'] ?? '');
      if (!equalInConstantTime(given, secret)) throw new ApiError('ERR_FORBIDDEN', 'Only the messenger may send updates.');
      // An update that can't be answered is not repeated: the customer repeats it.
      await answer(body);
      return await reply.send({});
    });
  };
