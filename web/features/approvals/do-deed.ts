import { access } from '@gurukul/contract/access';
import { accounts } from '@gurukul/contract/accounts';
import type { AskedCall, AskedDeed } from '@gurukul/contract/approvals';
import { openid } from '@gurukul/contract/openid';
import { passkeys } from '@gurukul/contract/passkeys';
import { attendance } from '@gurukul/contract/attendance';
import { audit } from '@gurukul/contract/audit';
import { duplicates } from '@gurukul/contract/duplicates';
import { ledger } from '@gurukul/contract/ledger';
import { payments } from '@gurukul/contract/payments';
import { people } from '@gurukul/contract/people';
import { privacy } from '@gurukul/contract/privacy';
import { provider } from '@gurukul/contract/provider';
import { reports } from '@gurukul/contract/reports';
import { security } from '@gurukul/contract/security';
import { selection } from '@gurukul/contract/selection';
import { settlements } from '@gurukul/contract/settlements';
import type { Call, CallInput } from '@gurukul/contract/shared/call';
import { students } from '@gurukul/contract/students';
import { download } from '#web/calls/download.ts';
import { send } from '#web/calls/client.ts';
import { saveFile } from '#web/lib/save-file.ts';

const calls: Readonly<Record<AskedCall, Call>> = {
  'accounts.ask_email_change': accounts.ask_email_change,
  'accounts.send_reset_link': accounts.send_reset_link,
  'passkeys.reset_factors': passkeys.reset_factors,
  'access.end_way_in': access.end_way_in,
  'access.reset_sign_in': access.reset_sign_in,
  'access.suspend': access.suspend,
  'access.resume': access.resume,
  'openid.save_service': openid.save_service,
  'openid.delete_service': openid.delete_service,
  'privacy.save_retention': privacy.save_retention,
  'selection.save_change': selection.save_change,
  'students.delete_student': students.delete_student,
  'students.remove_student_association': students.remove_student_association,
  'people.delete_teacher': people.delete_teacher,
  'people.delete_course_admin': people.delete_course_admin,
  'duplicates.merge_people': duplicates.merge_people,
  'audit.undo_change': audit.undo_change,
  'students.export_students': students.export_students,
  'payments.export_payments': payments.export_payments,
  'payments.export_tickets': payments.export_tickets,
  'ledger.export_owing': ledger.export_owing,
  'settlements.export_journal': settlements.export_journal,
  'attendance.export_report': attendance.export_report,
  'attendance.export_history': attendance.export_history,
  'security.export_log': security.export_log,
  'reports.add_report': reports.add_report,
  'reports.pause_report': reports.pause_report,
  'reports.send_report': reports.send_report,
  'privacy.export_person': privacy.export_person,
  'privacy.erase_person': privacy.erase_person,
  'provider.save_settings': provider.save_settings,
};

export const isExport = ({ call }: AskedDeed) => calls[call].file !== undefined;

/** The server approved it, and parses it again. A browser has no schemas. */
export const approvedInput = <C extends Call>(_call: C, { input }: AskedDeed): CallInput<C> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  input as CallInput<C>;

/** Makes the approved call, with the input that was approved. A file is saved. */
export async function doDeed(deed: AskedDeed): Promise<void> {
  const call = calls[deed.call];
  if (deed.call === 'privacy.export_person') {
    const [{ data }, { archiveOf }] = await Promise.all([
      send(privacy.export_person, approvedInput(privacy.export_person, deed)),
      import('../privacy/archive.ts'),
    ]);
    saveFile(`${data.fullname}.zip`, 'application/zip', (await archiveOf(data)).zip);
    return;
  }
  if (!isExport(deed)) {
    await send(call, deed.input);
    return;
  }
  const { name, bytes } = await download(call, deed.input, () => undefined);
  saveFile(name, bytes.type, bytes);
}
