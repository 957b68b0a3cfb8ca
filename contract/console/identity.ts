import Type, { type Static } from 'typebox';
import { IDENTITY_TYPES, PHOTO_FIELDS, REJECT_REASONS, REVIEWED_FIELDS } from '../identity/documents.ts';
import { closed, nullable, Timestamp } from '../schemas/common.ts';

/** The review of identity documents. Opening them is recorded before they leave the host. */

export const SubmissionId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

const Queued = Type.Object({
  submissionId: SubmissionId,
  userId: Type.Integer(),
  attempt: Type.Integer({ description: 'How often the customer submitted' }),
  submittedAt: Timestamp,
});

const Document = Type.Object(
  { identityType: Type.Enum([...IDENTITY_TYPES]), issueCountry: Type.String() },
  { description: 'In the queue null: the key of this host does not open it' },
);

export const IdentityQueueResponse = Type.Object({
  submissions: Type.Array(
    Type.Object({
      ...Queued.properties,
      document: nullable(Document),
    }),
    { description: 'The oldest first' },
  ),
  waiting: Type.Integer({ description: 'All that wait: the list has the first hundred' }),
});
export type IdentityQueue = Static<typeof IdentityQueueResponse>;

export const OpenIdentityBody = Type.Object({ submissionId: SubmissionId }, closed);
export type OpenIdentityInput = Static<typeof OpenIdentityBody>;

export const OpenIdentityResponse = Type.Object({
  ...Queued.properties,
  ...Document.properties,
  locale: Type.String({ description: 'The language of the customer, as in the e-mails' }),
  firstName: Type.String(),
  lastName: Type.String(),
  residenceCountry: nullable(Type.String()),
  birthDate: Type.String(),
  expireDate: Type.String(),
  identityNumber: Type.String(),
  photos: Type.Array(
    Type.Object({
      field: Type.Enum([...PHOTO_FIELDS]),
      image: Type.String({ description: 'A data URL' }),
      uploadedAt: Timestamp,
    }),
  ),
  texts: Type.Object(
    {
      fields: Type.Record(Type.Enum([...REVIEWED_FIELDS]), Type.String()),
      reasons: Type.Record(Type.Enum([...REJECT_REASONS]), Type.String()),
    },
    { description: 'What the customer will read about a rejection, in the customer’s language' },
  ),
  checks: Type.Object({
    isOfAge: Type.Boolean({ description: 'Today' }),
    isValid: Type.Boolean({ description: 'The document has not expired today' }),
    sameNumber: Type.Array(Type.Integer(), { description: 'Other customers with the number of this document' }),
  }),
});
export type OpenIdentity = Static<typeof OpenIdentityResponse>;

/** What was rejected, and why. Each field has its own reason. */
export const RejectedDocuments = Type.Array(
  Type.Object({ field: Type.Enum([...REVIEWED_FIELDS]), reason: Type.Enum([...REJECT_REASONS]) }, closed),
  { minItems: 1, maxItems: REVIEWED_FIELDS.length },
);
