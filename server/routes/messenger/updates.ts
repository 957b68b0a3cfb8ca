import Type from 'typebox';
import type { onRequestHookHandler } from 'fastify';
import { answerNotFound } from '../../common/errors.ts';
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
    // Before the body is read: to strangers this is an unknown route.
    const onRequest: onRequestHookHandler = (request, reply, done) => {
      const given = String(request.headers['x-telegram-bot-api-secret-token'] ?? '');
      if (equalInConstantTime(given, secret)) done();
      else answerNotFound(request, reply);
    };
    app.post(WEBHOOK_PATH, { onRequest, schema: { hide: true, body: UpdateBody } }, async ({ body }, reply) => {
      // An update that can't be answered is not repeated: the customer repeats it.
      await answer(body);
      return await reply.send({});
    });
  };
