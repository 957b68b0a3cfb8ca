import type { MailFacts, MailTexts } from '../mailTexts.ts';

const WITHOUT_DECISION: Record<MailFacts['withoutDecision'], (facts: MailFacts) => string> = {
  REFUND: ({ deadline, canChoose }) =>
    deadline === null
      ? 'Ваши деньги в безопасности у нас, пока вы не примете решение.'
      : `${canChoose ? 'Если ничего не делать' : 'От вас ничего не требуется'}: мы вернём платёж на указанный вами адрес возврата за вычетом комиссии сети ${deadline} или позже.`,
  NO_ADDRESS: ({ canChoose }) =>
    `Вы не указали адрес возврата. Деньги останутся у нас в безопасности, пока вы ${canChoose ? 'не примете решение или ' : ''}не напишете в поддержку.`,
  BELOW_FEE: ({ canChoose }) =>
    `Комиссия сети за возврат забрала бы весь платёж. Деньги останутся у нас в безопасности, пока комиссия не снизится или пока вы ${canChoose ? 'не примете решение или ' : ''}не напишете в поддержку.`,
};

const NO_EXCHANGE = 'Обмена не было, и вы нам ничего не должны. Пожалуйста, больше не отправляйте средства на адрес заявки.';
const REAPPEARS = 'Если платёж снова появится, он не пропадёт: мы вам напишем.';
const REORG_OUTCOME: Record<MailFacts['reorgOutcome'], (facts: MailFacts) => string> = {
  PAY_AGAIN: ({ payUntil }) =>
    `Сначала проверьте свой кошелёк. Только если деньги вернулись туда, отправьте их снова до ${payUntil}. Сумма и адрес указаны на странице заявки. Если первый платёж снова появится, он будет учтён как прежде.`,
  EXPIRED: () => `Время на оплату заявки вышло. ${NO_EXCHANGE} ${REAPPEARS}`,
  NO_DECISION: () => `Решать больше ничего не нужно. ${NO_EXCHANGE} ${REAPPEARS}`,
  NO_REFUND: () =>
    'Поэтому возвращать сейчас нечего. Если платёж снова появится, возврат продолжится автоматически, и мы напишем, когда он дойдёт.',
};
const REORG_CAUSE = 'Его заменила другая транзакция, или сеть исключила его блок из цепочки.';

const TRANSFER: Record<MailFacts['transfer'], string> = {
  PAYOUT: 'выплата',
  REFUND: 'возврат',
  EXTRA_REFUND: 'возврат дополнительного платежа',
};

const SAFE = 'Ваши деньги в безопасности, от вас ничего не требуется. Мы напишем, когда перевод дойдёт.';
const DELAY: Record<MailFacts['delay'], (facts: MailFacts) => string[]> = {
  HELD: ({ isValueUnknown }) => [
    isValueUnknown
      ? 'Перевод ещё не отправлен. У нас сейчас нет курса, чтобы сравнить сумму с лимитом, поэтому мы отправим его, когда курс появится или когда сумму проверит сотрудник.'
      : 'Перевод ещё не отправлен. Сумма превышает лимит автоматических переводов, поэтому сначала её проверит сотрудник.',
    SAFE,
  ],
  RETRIED: () => ['Перевод пока не прошёл. Мы автоматически повторяем попытки.', SAFE],
  FAILED: () => ['Сеть не выполнила перевод, деньги по-прежнему у нас. Перед повторной отправкой его проверит сотрудник.', SAFE],
  DEPOSIT_REORGED: () => [
    'Сеть больше не показывает платёж, за который полагается этот перевод. Мы отправим деньги, когда платёж снова появится.',
    'Если платёж вернулся в ваш кошелёк или кошелёк показывает его подтверждённым, напишите в поддержку на странице заявки.',
  ],
  BELOW_FEE: () => [
    'Остаток платежа не покрывает комиссию сети: сеть отменила часть платежа, или комиссия выросла.',
    'Когда остальное снова появится или комиссия снизится, мы отправим возврат автоматически и напишем, когда он дойдёт. Если есть вопросы, напишите в поддержку на странице заявки.',
  ],
};
const DELAY_SUBJECT: Record<MailFacts['delay'], string> = {
  HELD: 'проверяется',
  RETRIED: 'задерживается',
  FAILED: 'задерживается',
  DEPOSIT_REORGED: 'задерживается',
  BELOW_FEE: 'пока не может быть отправлен',
};

const NEEDS_PASS = 'Это можно сделать в том браузере, где создана заявка, или с её пропуском.';

export const russian: MailTexts = {
  confirm: ({ brand, order, minutes, weeks }) => ({
    subject: `Ваш код для заявки ${order}`,
    paragraphs: [
      `Кто-то — скорее всего, вы — попросил ${brand} присылать на этот адрес новости о заявке ${order}.`,
      `Введите этот код на странице заявки. Он действует в течение ${minutes} минут.`,
      'Если это были не вы, делать ничего не нужно: без кода новости приходить не будут.',
    ],
    optOut: `Это не я: не присылать сюда коды в течение ${weeks} недель`,
  }),
  notifications: {
    DEPOSIT: (facts) => {
      const { order, pair, received, claimed, remaining, payUntil, memoName } = facts;
      if (facts.depositState === 'REORGED') {
        return {
          subject: `Заявка ${order}: сеть больше не показывает ваш платёж`,
          paragraphs: [
            `Мы видели ваш платёж по заявке ${order} (${pair}), но сеть его больше не показывает. ${REORG_CAUSE}`,
            REORG_OUTCOME[facts.reorgOutcome](facts),
          ],
        };
      }
      const seen = `Сеть показывает ваш платёж на ${received} по заявке ${order} (${pair}).`;
      if (facts.depositState === 'SEEN') {
        return {
          subject: `Заявка ${order}: мы видим ${received}`,
          paragraphs: [
            `${seen} ${facts.hasConfirmations ? 'Он подтверждён.' : 'Теперь он набирает подтверждения.'}`,
            ...(facts.firstOrder === null
              ? []
              : [
                  `Он пришёл на адрес заявки ${facts.firstOrder}, по которой выплата уже решена. Поэтому он стал новой заявкой с теми же адресами, по курсу на момент подтверждения.`,
                ]),
            'От вас ничего не требуется. Если что-то понадобится, мы вам напишем.',
          ],
        };
      }
      return {
        subject: `Заявка ${order}: отправьте ещё ${remaining}`,
        paragraphs: [
          `${seen} ${facts.isFixed ? `Фиксированный курс действует для ${claimed}.` : 'Этого мало для обмена.'}`,
          `Пожалуйста, отправьте ещё ${remaining} до ${payUntil} на тот же адрес${memoName === null ? '' : ` и с тем же ${memoName}`}: ${memoName === null ? 'он указан' : 'они указаны'} на странице заявки.`,
          'Если вы уже отправили остаток, больше ничего делать не нужно. Если он не придёт вовремя, деньги не пропадут: мы вам напишем.',
        ],
      };
    },
    ACTION_NEEDED: (facts) => {
      const { order, pair, received, deadline, canChoose, claimedTransaction } = facts;
      if (claimedTransaction !== null) {
        return {
          subject: `Заявка ${order}: указанный вами платёж не засчитан`,
          paragraphs: [
            `Вы указали транзакцию ${claimedTransaction} как свой платёж по заявке ${order} (${pair}). Сотрудник проверил её и не смог это подтвердить, поэтому она не засчитана.`,
            'Если платёж ваш, напишите в поддержку на странице заявки и приложите подтверждение, что отправили его вы.',
          ],
        };
      }
      return {
        subject: canChoose ? `Заявка ${order} ждёт вашего решения` : `Заявка ${order}: обменять на прежних условиях нельзя`,
        paragraphs: [
          `По заявке ${order} (${pair}) пришло ${received}, но обменять на прежних условиях нельзя. На странице заявки сказано почему${canChoose ? ' и что можно выбрать' : ''}.`,
          ...(canChoose && deadline !== null ? [`Пожалуйста, решите до ${deadline}. ${NEEDS_PASS}`] : []),
          WITHOUT_DECISION[facts.withoutDecision](facts),
        ],
      };
    },
    TRANSFER_DELAYED: (facts) => {
      const { order, pair, received, transfer, delay } = facts;
      const [state = '', ...next] = DELAY[delay](facts);
      const name = TRANSFER[transfer];
      const amount = transfer === 'EXTRA_REFUND' ? ` на ${received}` : '';
      const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)}${amount}`;
      return {
        subject: `Заявка ${order}: ${name} ${DELAY_SUBJECT[delay]}`,
        paragraphs: [`${subject} по заявке ${order} (${pair}) ${DELAY_SUBJECT[delay]}. ${state}`, ...next],
      };
    },
    PAID_OUT: ({ order, pair, paidOut }) => ({
      subject: `Заявка ${order}: выплачено ${paidOut}`,
      paragraphs: [`Заявка ${order} (${pair}) выполнена: ${paidOut} уже на указанном вами адресе.`],
    }),
    REFUNDED: ({ order, pair, received, refunded, isExtra, blockedBy }) => ({
      subject: `Заявка ${order}: возвращено ${refunded}`,
      paragraphs: [
        isExtra
          ? `Мы вернули дополнительный платёж на ${received} по заявке ${order} (${pair}). Вам отправлено ${refunded}.`
          : `По заявке ${order} (${pair}) сделан возврат. Вам отправлено ${refunded}.`,
        ...(blockedBy !== null && !isExtra
          ? [`Выплатить обмен не удалось: контракт ${blockedBy} блокирует адрес, на который вы хотели его получить.`]
          : []),
      ],
    }),
    EXTRA_DEPOSIT: ({ order, pair, received, isReturned, deadline, canChoose, hasRefundAddress }) => ({
      subject: isReturned ? `Заявка ${order}: ваш платёж снова виден в сети` : `Заявка ${order}: пришло ещё ${received}`,
      paragraphs: [
        isReturned
          ? `Сеть снова показывает ваш платёж на ${received} по заявке ${order} (${pair}). Заявку уже закрыли без него, поэтому обмена не будет.`
          : `По заявке ${order} (${pair}) пришёл ещё один платёж на ${received}. Он не входит в обмен и ничего в нём не меняет.`,
        ...(canChoose
          ? [
              `Вы можете сразу запросить возврат на странице заявки, за вычетом комиссии сети: ${hasRefundAddress ? 'на адрес, который там известен, или на другой' : 'на адрес, который вы там укажете'}. ${NEEDS_PASS}`,
            ]
          : []),
        ...(deadline === null
          ? []
          : [
              `${canChoose ? 'Если ничего не делать, мы' : 'Мы'} вернём его автоматически ${deadline} или позже, за вычетом комиссии сети.`,
            ]),
        ...(deadline === null && !canChoose ? ['Деньги в безопасности. Чтобы вернуть их, напишите в поддержку.'] : []),
      ],
    }),
    CLOSED: ({ order, pair }) => ({
      subject: `Заявка ${order} закрыта: сеть больше не показывает ваш платёж`,
      paragraphs: [
        `Сеть больше не показывает ваш платёж по заявке ${order} (${pair}). ${REORG_CAUSE}`,
        `Мы ещё ничего не отправили, поэтому заявка закрыта. ${NO_EXCHANGE} ${REAPPEARS}`,
      ],
    }),
  },
  openOrder: 'Открыть заявку',
  whyAddress:
    'На устройстве, где заявку ещё не открывали, страница спросит адрес выплаты: так вашу заявку не прочитают посторонние.',
  why: 'Вы получили это письмо, потому что попросили присылать новости этой заявки и подтвердили адрес. Мы никогда не просим ключи и пароли по почте.',
  unsubscribe: 'Больше не писать об этой заявке',
};
