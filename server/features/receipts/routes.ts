import { nameOfProvider } from '@gurukul/contract/provider';
import type { receipts } from '@gurukul/contract/receipts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { leavingOf } from '#server/channels/mail/compose.ts';
import { logoOnPaper } from '../files/logo-on-paper.ts';
import { issueReceipt } from './issue.ts';
import {
  assertPayer,
  assertPayment,
  drawingOf,
  findReceipt,
  listReceiptsOf,
  listReceiptsOfPayment,
  lockReceipt,
  mailboxOf,
  noteGiven,
  voidReceipt,
} from './queries.ts';
import { dayIn, fileNameOf } from './rules.ts';
import { sampleContent } from './sample.ts';
import { spelled } from './spelled.ts';
import { readStatement } from './statement.ts';

/** What draws is loaded by the first document: it takes memory, and most processes draw nothing. */
const receiptPen = () => import('#server/pdf/receipt.ts');
const statementPen = () => import('#server/pdf/statement.ts');

const pdfType = 'application/pdf';
async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const receiptsHandlers: Handlers<typeof receipts> = {
  async issue_receipt({ payment_id, ...wishes }, { db, person }) {
    const id = await issueReceipt(db, person, payment_id, wishes);
    return { status: 200, message: 'success', data: await findReceipt(db, person, id) };
  },

  async send_receipt({ receipt_id }, { db, person, mail, provider }) {
    const receipt = await lockReceipt(db, person, receipt_id);
    if (receipt.voided_at !== null) throw fail('receipt_void');
    const { email, sent, about } = await mailboxOf(db, receipt);
    const data = { drawing: drawingOf(receipt, (await provider.read()).time_zone), about };
    const letter = { kind: 'receipt', recipient: email, data } as const;
    await mail.enqueue(db, {
      kind: 'receipt',
      to: email,
      dedupeKey: `receipt:${receipt.id}:${sent + 1}`,
      receipt_id: receipt.id,
      ...(receipt.payer_id === null ? {} : { person_id: receipt.payer_id }),
      data,
    });
    // The mail is given out when it leaves; here it is seen by people who ask for the next one before that.
    const { isLinkOnly } = await leavingOf(db, letter);
    if (!isLinkOnly) await noteGiven(db, receipt.id);
    return {
      status: 200,
      message: 'success',
      data: await findReceipt(db, person, receipt.id),
      is_link_only: isLinkOnly,
    };
  },

  async download_receipt({ receipt_id }, { db, person, provider, files }) {
    const receipt = await lockReceipt(db, person, receipt_id);
    const known = await provider.read();
    const drawing = drawingOf(receipt, known.time_zone);
    const { drawReceipt } = await receiptPen();
    const pdf = await drawReceipt(drawing, await logoOnPaper(files, known));
    await noteGiven(db, receipt.id);
    return {
      status: 200,
      message: 'success',
      data: { file_name: fileNameOf(drawing.number), is_copy: drawing.is_copy, pdf: pdf.toString('base64') },
    };
  },

  async void_receipt({ receipt_id, reason }, { db, person }) {
    const { id, voided_at } = await lockReceipt(db, person, receipt_id);
    if (voided_at !== null) throw fail('receipt_void');
    await spelled({ reason });
    await voidReceipt(db, id, reason);
    return { status: 200, message: 'success', data: await findReceipt(db, person, id) };
  },

  async get_receipts(asked, { db, person }) {
    if ('payment_id' in asked) {
      await assertPayment(db, person, asked.payment_id);
      const data = await listReceiptsOfPayment(db, person, asked.payment_id);
      return { status: 200, message: 'success', data };
    }
    await assertPayer(db, person, asked.user_id);
    return { status: 200, message: 'success', data: await listReceiptsOf(db, person, asked.user_id) };
  },

  async get_statement({ year, ...whose }, { db }) {
    const { statement, years, ...others } = await readStatement(db, whose, { year });
    const { payer, from, to, language, rows, totals } = statement;
    const data = {
      payer,
      year: statement.year,
      from,
      to,
      years,
      language,
      ...others,
      rows: [...rows],
      totals: [...totals],
    };
    return { status: 200, message: 'success', data };
  },

  async download_statement({ year, language, spelled: spellings, ...whose }, { db, files, provider }) {
    const { statement } = await readStatement(db, whose, { year, language });
    const whole = await spelled(statement, spellings);
    const { drawStatement } = await statementPen();
    const pdf = await drawStatement(whole, await logoOnPaper(files, await provider.read()));
    return {
      file_name: `statement-${statement.year}-${'user_id' in whose ? whose.user_id : `payment-${whose.payment_id}`}.pdf`,
      media_type: pdfType,
      bytes: streamOf(pdf),
    };
  },

  async preview_receipt({ language, kind, ...settings }, { provider, files }) {
    const known = await provider.read();
    const { address, registration, receipt_template: template, receipt_wording: wording } = settings;
    const { drawReceipt } = await receiptPen();
    const drawing = {
      number: kind === 'donation' ? 'D/0/0' : 'R/0/0',
      language,
      is_copy: false,
      voided: null,
      content: {
        ...sampleContent(language, kind, dayIn(known.time_zone, new Date())),
        provider: { name: nameOfProvider(known), address, registration },
        template: kind === 'donation' ? template : 'plain',
        wording,
      },
    } as const;
    const pdf = await drawReceipt(await spelled(drawing), await logoOnPaper(files, known));
    return { file_name: 'receipt-preview.pdf', media_type: pdfType, bytes: streamOf(pdf) };
  },
};
