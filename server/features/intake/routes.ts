import { pdfType } from '@gurukul/contract/files';
import type { intake } from '@gurukul/contract/intake';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail, refused } from '#server/http/answers/problem.ts';
import { addressFrom } from '#server/http/requests/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import { proveOwnPassword } from '../accounts/own-password.ts';
import { beginUpload } from '../files/begin-upload.ts';
import { finishUpload } from '../files/finish-upload.ts';
import { takeEnquiries } from './enquiries.ts';
import { takeHomework } from './homework.ts';
import {
  createKey,
  daysOfKey,
  isKey,
  limitKey,
  listKeys,
  revokeKey,
  rotateKey,
  tellOfKey,
  tellOfRotation,
} from './keys.ts';
import { takePayments } from './payments.ts';
import { takeRefunds } from './refunds.ts';
import { takeRegistrations } from './registrations.ts';
import { answerFor } from './results.ts';
import { takeStudents } from './students.ts';
import { takeTickets } from './tickets.ts';

const recordKey = ({ db, person, request }: Ctx, kind: 'key_made' | 'key_ended', intakeKey: number) =>
  recordSecurity(db, {
    kind,
    personId: person.id,
    from: addressFrom(request),
    facts: { intake_key: intakeKey },
  });

export const intakeHandlers: Handlers<typeof intake> = {
  async keys(_input, { db }) {
    return { status: 200, message: 'success', data: await listKeys(db) };
  },

  async create_key({ password, ...wanted }, ctx) {
    const { db, person, config, mail } = ctx;
    const proof = await proveOwnPassword(ctx, password, 'wrong_password');
    if ('refusal' in proof) return refused(proof.refusal);
    const data = await createKey(db, person, config.secretKey, wanted);
    await tellOfKey(db, mail, person, { id: data.id, ...wanted });
    await recordKey(ctx, 'key_made', data.id);
    return { status: 200, message: 'success', data };
  },

  async limit_key(wanted, ctx) {
    if (!(await limitKey(ctx.db, wanted))) throw fail('not_found');
    return { status: 200, message: 'success' };
  },

  async rotate_key({ id, overlap_hours: overlapHours }, ctx) {
    const { db, person, config, mail } = ctx;
    const rotated = await rotateKey(db, config.secretKey, id, overlapHours);
    if (rotated === null) throw fail('not_found');
    await tellOfRotation(db, mail, person, { name: rotated.name, overlapHours });
    await recordKey(ctx, 'key_made', id);
    return { status: 200, message: 'success', data: { signing_key: rotated.secret } };
  },

  async key_days({ id }, { db }) {
    if (!(await isKey(db, id))) throw fail('not_found');
    return { status: 200, message: 'success', data: await daysOfKey(db, id) };
  },

  async revoke_key({ id }, ctx) {
    if (!(await revokeKey(ctx.db, id))) throw fail('not_found');
    await recordKey(ctx, 'key_ended', id);
    return { status: 200, message: 'success' };
  },

  async students({ items }, { db, intakeKey }) {
    return answerFor(await takeStudents(db, intakeKey, items));
  },

  async payments({ items }, { db }) {
    return answerFor(await takePayments(db, items));
  },

  async signed_payments({ items }, { db, intakeKey }) {
    return answerFor(await takePayments(db, items, intakeKey.signed?.at));
  },

  async refunds({ items }, { db, mail }) {
    return answerFor(await takeRefunds(db, mail, items));
  },

  async signed_refunds({ items }, { db, mail, intakeKey }) {
    return answerFor(await takeRefunds(db, mail, items, intakeKey.signed?.at));
  },

  async tickets({ items }, { db }) {
    return answerFor(await takeTickets(db, items));
  },

  async registrations({ items }, { db, mail }) {
    return answerFor(await takeRegistrations(db, mail, items));
  },

  async homework({ items }, { db, intakeKey }) {
    return answerFor(await takeHomework(db, intakeKey, items));
  },

  async enquiries({ items }, { db, mail, intakeKey }) {
    return answerFor(await takeEnquiries(db, mail, intakeKey, items));
  },

  async begin_file({ name, size }, { db, files, intakeKey }) {
    const wanted = { kind: 'homework_pdf', name, type: pdfType, size } as const;
    const offered = await beginUpload(db, files, { intakeKeyId: intakeKey.id }, wanted);
    return { status: 200, message: 'success', ...offered };
  },

  async finish_file({ file_id }, { db, pool, files, intakeKey }) {
    const { name } = await finishUpload({ db, pool, storage: files }, file_id, { intakeKeyId: intakeKey.id });
    return { status: 200, message: 'success', file_id, name };
  },
};
