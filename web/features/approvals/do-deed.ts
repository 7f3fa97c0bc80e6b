import { access } from '@gurukul/contract/access';
import { accounts } from '@gurukul/contract/accounts';
import type { AskedCall, AskedDeed } from '@gurukul/contract/approvals';
import { openid } from '@gurukul/contract/openid';
import { passkeys } from '@gurukul/contract/passkeys';
import { payments } from '@gurukul/contract/payments';
import { privacy } from '@gurukul/contract/privacy';
import { provider } from '@gurukul/contract/provider';
import { selection } from '@gurukul/contract/selection';
import type { Call } from '@gurukul/contract/shared/call';
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
  'students.export_students': students.export_students,
  'payments.export_payments': payments.export_payments,
  'payments.export_tickets': payments.export_tickets,
  'privacy.erase_person': privacy.erase_person,
  'provider.save_settings': provider.save_settings,
};

export const isExport = ({ call }: AskedDeed) => calls[call].file !== undefined;

/** Makes the approved call, with the input that was approved. A file is saved. */
export async function doDeed(deed: AskedDeed): Promise<void> {
  const call = calls[deed.call];
  if (!isExport(deed)) {
    await send(call, deed.input);
    return;
  }
  const { name, bytes } = await download(call, deed.input, () => undefined);
  saveFile(name, bytes.type, bytes);
}
