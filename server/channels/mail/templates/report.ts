import type { Report, Rhythm } from '@gurukul/contract/reports';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { textsIn } from '../texts.ts';
import type { AttachedFile, MailContent, Occasion } from './content.ts';
import { note, text } from './content.ts';
import { inLine } from '../../../plain.ts';
import { dayIn } from './event-times.ts';

export interface ReportMailData {
  readonly receiver_id: number;
  readonly role: PortalRole;
  readonly report: Report;
  readonly rhythm: Rhythm;
  /** On which it is sent, yyyy-mm-dd. The week or month before it ends there. */
  readonly day: string;
  /** A longer list has no file: it needs a second person first. Null and absent: any length may leave. */
  readonly most?: number | null;
  /** Who scheduled it for the receiver; absent: they did. */
  readonly author?: string;
  /** Read when the mail leaves; absent until then. */
  readonly made?: ReportFile;
}

export interface ReportFile {
  readonly rows: number;
  /** Null: the list is too long. */
  readonly file: AttachedFile | null;
}

const fileOf = ({ rows, file }: ReportFile, most: ReportMailData['most']) =>
  file !== null ? 'attached' : typeof most === 'number' && rows > most ? 'twoPeople' : 'tooLong';

/** It names the list and its length, and nobody in it. */
export function reportMail(
  { report, rhythm, day, most, author, made }: ReportMailData,
  { appUrl, provider, language }: Occasion,
): MailContent {
  const texts = textsIn(language);
  const words = texts.report;
  const list = words.lists[report.list];
  const written = { list, day: dayIn(language, day) };
  return {
    subject: words.subject({ list, provider: nameOfProvider(provider) }),
    preview: words.preview,
    parts: [
      text(texts.greeting),
      ...(made === undefined
        ? [text(words.unmade(written))]
        : [text(words.body({ ...written, rows: made.rows })), text(words[fileOf(made, most)])]),
      { kind: 'button', label: words.button, url: `${appUrl}/Reports` },
      ...(author === undefined ? [] : [note(words.by({ author: inLine(author, 200) }))]),
      note(words.rhythm[rhythm]),
    ],
    ...(made?.file ? { file: made.file } : {}),
  };
}
