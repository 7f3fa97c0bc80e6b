import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, requiredLine } from './shared/fields.ts';
import { wireInstant } from './shared/wire.ts';

export const fileKinds = [
  'profile_image',
  'course_image',
  'glimpse_image',
  'event_image',
  'speaker_image',
  'topic_pdf',
  'homework_pdf',
  'provider_logo',
  'provider_signature',
] as const;
export type FileKind = (typeof fileKinds)[number];

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export const imageBytes = 5 * 1024 * 1024;
export const pdfType = 'application/pdf';
export const pdfBytes = 20 * 1024 * 1024;

export const isPdfKind = (kind: FileKind): boolean => kind.endsWith('_pdf');
export const typesOf = (kind: FileKind): readonly string[] => (isPdfKind(kind) ? [pdfType] : imageTypes);
export const bytesOf = (kind: FileKind): number => (isPdfKind(kind) ? pdfBytes : imageBytes);

/** The target of an upload. It needs no credentials besides the URL and the fields. */
export const uploadTarget = z.object({
  url: z.string(),
  method: z.enum(['PUT', 'POST']),
  fields: z.record(z.string(), z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
export type UploadTarget = z.infer<typeof uploadTarget>;

const who = { admin: 'any', courseadmin: 'self', teacher: 'self' } as const;

// The name of the file on the person's device. It is saved under a harmless name (`server/storage`).
const fileName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}*$/u);

export const files = {
  begin: call(
    'POST /files/begin',
    {
      summary:
        'Begin an upload: one file, one type, limited size; teachers only for their picture, the logo and the signature only by account admins',
      who,
      noAction: 'a file is saved with the course, event or profile to which it belongs',
      changes: true,
      secret: true,
      additive: true,
    },
    z
      .object({
        kind: z.enum(fileKinds),
        name: fileName,
        type: requiredLine(100),
        size: z.int().positive(),
      })
      .refine((file) => typesOf(file.kind).includes(file.type), { path: ['type'] })
      .refine((file) => file.size <= bytesOf(file.kind), { path: ['size'] }),
    answer({ file_id: z.string(), upload: uploadTarget, expires_at: wireInstant }),
  ),
  finish: call(
    'POST /files/finish',
    {
      summary: 'Check the uploaded file and move it to its final place',
      who,
      noAction: 'a file is saved with the course, event or profile to which it belongs',
      changes: true,
      additive: true,
    },
    z.object({ file_id: z.uuid() }),
    answer({ location: z.string(), name: z.string() }),
  ),
};
