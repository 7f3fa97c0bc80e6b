import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { linkTo } from '#web/ui/link.tsx';

/** From a list of payments to the place where a spreadsheet of them is uploaded. */
export const UploadLink = () => (
  <Button
    variant="default"
    renderRoot={linkTo(paths.updating)}
    leftSection={<IconFileUpload aria-hidden size={18} />}
  >
    {paymentsTexts.upload}
  </Button>
);
