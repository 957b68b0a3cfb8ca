import { ownValue } from '../../../../contract/tables/ownValue.ts';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmbeddedCardPurchase } from '../../../db/tables/embeddedCards.ts';
import { GOOD_CARD, OTHER_CARD, type CardDesk } from './cardDesk.ts';
import { CARD_TEXTS, type CardText } from './cardTexts.ts';
import type { EmbeddedCardStore } from './embeddedCardStore.ts';
import { openAccessToken, sealAccessToken } from './partnerApi.ts';

export interface CardPagesOptions {
  store: EmbeddedCardStore;
  desk: CardDesk;
  signKey: string;
  /** Where the customer returns after a payment, by the shop's id of the purchase; null: unknown */
  returnUrl(merchantId: string): Promise<string | null>;
}

const BANK_CODE = '1234';
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#16232b;background:#f5f8f9}' +
  'form{display:grid;gap:.75rem}input,button{font:inherit;padding:.65rem .75rem;border-radius:.5rem;border:1px solid #63727b}' +
  'button{background:#0b5fff;color:#fff;border:0;min-height:44px}button.plain{background:#fff;color:#16232b;border:1px solid #63727b}' +
  'a{color:#0b4fd0}p.note{background:#fff3cd;padding:.75rem;border-radius:.5rem}dt{color:#4b5a63}dd{margin:0 0 .5rem;overflow-wrap:anywhere}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

type Query = Readonly<Record<string, string | undefined>>;
type Texts = Readonly<Record<CardText, string>>;

/** Adds the pages on which a customer pays and is verified: plain forms, in the language of the browser or of `lang`. */
export function addCardPages(app: FastifyInstance, { store, desk, signKey, returnUrl }: CardPagesOptions): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  const show = (request: FastifyRequest, reply: FastifyReply, status: number, write: (texts: Texts) => string) => {
    const locale = localeOf(request);
    const texts = CARD_TEXTS[locale];
    return reply
      .code(status)
      .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
          `<title>${texts.title}</title><style>${STYLE}</style><main><p class="note">${texts.sandbox}</p>${write(texts)}</main></html>`,
      );
  };
  const unknown = (request: FastifyRequest, reply: FastifyReply) =>
    show(request, reply, 404, (texts) => `<h1>${texts.unknown}</h1>`);

  const showPurchase = async (request: FastifyRequest, reply: FastifyReply, purchase: EmbeddedCardPurchase, note?: CardText) => {
    const back = await returnUrl(purchase.merchant_id);
    const kyc = `/kyc?${new URLSearchParams({
      access_token: sealAccessToken(purchase.user_id, signKey),
      success_url: back ?? '',
      lang: localeOf(request),
    })}`;
    return show(request, reply, 200, (texts) => purchasePage(texts, purchase, { note, back, kyc }));
  };

  app.get<{ Params: { id: string } }>('/buy/:id', async (request, reply) => {
    const purchase = await store.findPurchase(request.params.id);
    return purchase ? await showPurchase(request, reply, purchase) : unknown(request, reply);
  });
  app.post<{ Params: { id: string }; Body: Query }>('/buy/:id', async (request, reply) => {
    const purchase = await store.findPurchase(request.params.id);
    if (!purchase) return unknown(request, reply);
    const { action, number = '', cvv = '', code } = request.body;
    const card = { number: number.replaceAll(/\D/g, ''), cvv };
    if (action === 'pay') {
      if (card.number !== GOOD_CARD && card.number !== OTHER_CARD)
        return await showPurchase(request, reply, purchase, 'wrongCard');
      return await showPurchase(request, reply, await desk.pay(purchase, card));
    }
    return await showPurchase(request, reply, await desk.confirm(purchase, action === 'confirm' && code === BANK_CODE));
  });

  const applicant = async (query: Query) => {
    const id = openAccessToken(query['access_token'] ?? '', signKey);
    return id === null ? undefined : await store.findUser({ id });
  };
  app.get<{ Querystring: Query }>('/kyc', async (request, reply) => {
    if (!(await applicant(request.query))) return unknown(request, reply);
    return show(
      request,
      reply,
      200,
      (texts) =>
        `<h1>${texts.kycTitle}</h1><p>${texts.kycText}</p><form method="post">` +
        `<button name="verdict" value="good">${texts.approve}</button>` +
        `<button class="plain" name="verdict" value="bad">${texts.reject}</button></form>${backLink(texts, request.query['success_url'])}`,
    );
  });
  app.post<{ Querystring: Query; Body: Query }>('/kyc', async (request, reply) => {
    const user = await applicant(request.query);
    if (!user) return unknown(request, reply);
    await desk.review(user, request.body['verdict'] === 'good');
    return show(
      request,
      reply,
      200,
      (texts) => `<h1>${texts.kycTitle}</h1><p>${texts.kycDone}</p>${backLink(texts, request.query['success_url'])}`,
    );
  });
}

function purchasePage(
  texts: Texts,
  purchase: EmbeddedCardPurchase,
  { note, back, kyc }: { note: CardText | undefined; back: string | null; kyc: string },
): string {
  const rows = [
    [texts.pays, `${purchase.amount} ${purchase.currency}`],
    [texts.gets, `${purchase.amount_to_get} ${purchase.coin}`],
    [texts.to, purchase.address],
  ].map(([term = '', value = '']) => `<dt>${escape(term)}</dt><dd>${escape(value)}</dd>`);
  const list = `<dl>${rows.join('')}</dl>`;
  const warning = note ? `<p class="note" role="alert">${texts[note]}</p>` : '';
  switch (purchase.buy_status) {
    case 'opened':
      return (
        `<h1>${texts.title}</h1>${list}${warning}<form method="post"><label for="number">${texts.card}</label>` +
        `<input id="number" name="number" inputmode="numeric" autocomplete="off" required><label for="cvv">${texts.cvv}</label>` +
        `<input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" required maxlength="4"><p>${texts.hint}</p>` +
        `<button name="action" value="pay">${texts.pay}</button></form>${backLink(texts, back)}`
      );
    case 'pending':
      return (
        `<h1>${texts.bank}</h1>${list}<form method="post"><label for="code">${texts.code}</label>` +
        `<input id="code" name="code" inputmode="numeric" autocomplete="off"><p>${texts.codeHint}</p>` +
        `<button name="action" value="confirm">${texts.confirm}</button>` +
        `<button class="plain" name="action" value="leave">${texts.leave}</button></form>`
      );
    case 'order_scheduled':
      return `<h1>${texts.held}</h1>${list}<p><a href="${escape(kyc)}">${texts.verify}</a></p>${backLink(texts, back)}`;
    case 'order_failed':
      return `<h1>${texts.declined}</h1>${list}${backLink(texts, back)}`;
    case 'cancelled':
      return `<h1>${texts.cancelled}</h1>${list}${backLink(texts, back)}`;
    default:
      return `<h1>${texts.paid}</h1>${list}${backLink(texts, back)}`;
  }
}

const backLink = (texts: Texts, url: string | null | undefined): string =>
  url && /^https?:\/\//.test(url) ? `<p><a href="${escape(url)}">${texts.back}</a></p>` : '';

const localeOf = ({ query, headers }: FastifyRequest): 'en' | 'ru' => {
  const lang = (query as Query)['lang'] ?? headers['accept-language'] ?? '';
  return lang.toLowerCase().startsWith('ru') ? 'ru' : 'en';
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ownValue(ESCAPES, one) ?? one);
