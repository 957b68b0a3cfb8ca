import Type, { type Static } from 'typebox';
import { nullable, Timestamp } from '../schemas/common.ts';

/** The settings of D72. The act `set` changes them; the audit with the subject "settings" is their history. */
export const SettingsResponse = Type.Object({
  settings: Type.Array(
    Type.Object({
      name: Type.String({ description: 'That of the environment variable' }),
      kind: Type.Enum(['decimal', 'whole', 'option', 'text'] as const),
      unit: nullable(Type.Enum(['%', 'USD', 'USDT', 's', 'days'] as const)),
      value: Type.String(),
      origin: Type.Enum(['OPERATOR', 'ENVIRONMENT', 'DEFAULT'] as const),
      otherwise: Type.String({ description: 'The value without the operator’s' }),
      usual: Type.String(),
      least: nullable(Type.String()),
      most: nullable(Type.String()),
      options: Type.Array(Type.String()),
      text: Type.String({ description: 'What it decides, in English' }),
      setBy: nullable(Type.String()),
      setAt: nullable(Timestamp),
    }),
  ),
});
export type Settings = Static<typeof SettingsResponse>;
