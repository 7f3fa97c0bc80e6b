import type { AskedAction } from '@gurukul/contract/approvals';
import { askedCallTable } from '@gurukul/contract/asked-call-table';
import { privacy } from '@gurukul/contract/privacy';
import type { Call, CallInput } from '@gurukul/contract/shared/calls/call';
import { download } from '#web/calls/download.ts';
import { send } from '#web/calls/client.ts';
import { saveFile } from '#web/lib/files/save-file.ts';

export const isExport = ({ call }: AskedAction) => askedCallTable[call].file !== undefined;

/** The server approved it, and parses it again. A browser has no schemas. */
export const approvedInput = <C extends Call>(_call: C, { input }: AskedAction): CallInput<C> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  input as CallInput<C>;

/** Makes the approved call, with the input that was approved. A file is saved. */
export async function doAction(action: AskedAction): Promise<void> {
  const call = askedCallTable[action.call];
  if (action.call === 'privacy.export_person') {
    const [{ data }, { archiveOf }] = await Promise.all([
      send(privacy.export_person, approvedInput(privacy.export_person, action)),
      import('../privacy/archive.ts'),
    ]);
    saveFile(`${data.fullname}.zip`, 'application/zip', (await archiveOf(data)).zip);
    return;
  }
  if (!isExport(action)) {
    await send(call, action.input);
    return;
  }
  const { name, bytes } = await download(call, action.input, () => undefined);
  saveFile(name, bytes.type, bytes);
}
