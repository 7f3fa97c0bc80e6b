import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { paths } from '#web/paths.ts';
import { texts } from '#web/texts/texts.ts';
import { AppLink } from '#web/ui/link.tsx';

export const ImportLink = () => (
  <Button
    renderRoot={(props) => <AppLink href={paths.importStudents} {...props} />}
    leftSection={<IconFileImport aria-hidden size={18} />}
  >
    {texts.students.importStudents}
  </Button>
);
