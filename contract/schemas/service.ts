import Type, { type Static } from 'typebox';
import { CONTENT_PAGES } from '../paths/contentPages.ts';
import { eachLocale, LOCALE_CODES } from '../paths/locales.ts';
import { closed, DecimalText, Timestamp } from './common.ts';

export const HealthStatus = Type.Union([Type.Literal('OK'), Type.Literal('TECHNICAL_DIFFICULTIES'), Type.Literal('UNHEALTHY')]);
/** What the operators tell customers. It closes nothing. */
export const ServiceNoticeSchema = Type.Object(
  {
    concerns: Type.String({
      description: '`everything`, or `network:` or `instrument:` with a slug',
      examples: ['network:tron'],
    }),
    texts: Type.Object(
      eachLocale(() => Type.String()),
      { description: 'A sentence or two in each language' },
    ),
    until: Timestamp,
  },
  { title: 'ServiceNotice' },
);
export type ServiceNotice = Static<typeof ServiceNoticeSchema>;

/** `host` announces features beyond the specification (D30). Without it, clients use only the specification. */
export const HealthResponse = Type.Object(
  {
    status: HealthStatus,
    reason: Type.Optional(Type.String({ description: 'Public reason, one sentence in English' })),
    serverTime: Type.Optional(Timestamp),
    notices: Type.Optional(
      Type.Array(ServiceNoticeSchema, {
        description: 'What clients show with a form or an order that it concerns; missing: none',
      }),
    ),
    host: Type.Optional(
      Type.Object({
        features: Type.Array(Type.String(), { examples: [['quote-id', 'order-token', 'subscription-id', 'history']] }),
        sandbox: Type.Boolean(),
        brand: Type.String(),
        embeddedChainSpeed: Type.Optional(
          Type.Integer({ minimum: 1, description: 'How many times faster than real networks the embedded ones run, at most' }),
        ),
      }),
    ),
  },
  { title: 'Health' },
);
export type Health = Static<typeof HealthResponse>;

/** NOT_CHECKED: something could not be read, so it may be correct or not. It does not change the status of the service. */
const ProbeStatus = Type.Union([...HealthStatus.anyOf, Type.Literal('NOT_CHECKED')]);
export type ProbeStatus = Static<typeof ProbeStatus>;

export const HealthzResponse = Type.Object(
  {
    status: HealthStatus,
    probes: Type.Record(Type.String(), ProbeStatus),
    alarms: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What alarms of the books concern: slugs of networks (their coins are paused), EARNINGS (withdrawals are closed), VENUE (no hedging) or ALL',
      }),
    ),
    notChecked: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer(), since: Timestamp }), {
      description: 'What reconciliation could not read, by kind and coin or network, and since when',
    }),
  },
  { title: 'HealthProbes' },
);
export type Healthz = Static<typeof HealthzResponse>;

/** What the host charges and accepts; the same for every pair. */
export const FeesResponse = Type.Object(
  {
    platformFeePercent: DecimalText,
    fixedPremiumPercent: Type.String({ ...DecimalText, description: 'Added to the platform fee for a fixed rate' }),
    minimumUsd: DecimalText,
    maximumFeeSharePercent: Type.String({
      ...DecimalText,
      description: 'The minimum of a pair is higher than `minimumUsd` where the network fees would be a larger part of it',
    }),
    maximumUsd: DecimalText,
    fixedMaximumUsd: Type.String({ ...DecimalText, description: 'Above it only the floating rate is offered' }),
  },
  { title: 'Fees' },
);
export type Fees = Static<typeof FeesResponse>;

export const ContentQuery = Type.Object(
  { name: Type.Enum(CONTENT_PAGES), locale: Type.Enum(LOCALE_CODES) },
  { ...closed, title: 'ContentToRead' },
);
export type ContentInput = Static<typeof ContentQuery>;
/** The text of a page of the site. */
export const ContentResponse = Type.Object(
  { title: Type.String(), lead: Type.String(), html: Type.String({ description: 'Sanitised HTML without the title' }) },
  { title: 'Content' },
);
export type Content = Static<typeof ContentResponse>;

export const StatsResponse = Type.Object(
  {
    completedOrders: Type.Integer({ minimum: 0 }),
    instruments: Type.Integer({ minimum: 0 }),
    networks: Type.Integer({ minimum: 0 }),
    medianMinutes: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  },
  { title: 'Statistics' },
);
export type Stats = Static<typeof StatsResponse>;

export const SeoQuery = Type.Object({ page: Type.Optional(Type.String({ maxLength: 300 })) }, closed);
export const SeoBody = Type.Union([
  Type.Object(
    {
      page: Type.Optional(Type.String({ maxLength: 300 })),
      params: Type.Optional(Type.Object({ page: Type.String({ maxLength: 300 }) }, closed)),
    },
    closed,
  ),
  Type.Null(),
]);
/** Locale → message key (`title`, `description`, `og_title`, `h1`, JSON-type keys such as `json_ld`) → text. */
export const SeoResponse = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()));
export type SeoMessages = Static<typeof SeoResponse>;
