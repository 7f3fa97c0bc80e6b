import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import type { TableFile } from '#web/lib/files/table.ts';
import { studentImportTexts } from '#web/texts/student-import.ts';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { ChooseFile } from '../imports/choose-file.tsx';
import { megabytesMax } from '../imports/read-table.ts';
import { Paste } from './paste.tsx';
import { downloadTemplate } from './template.ts';
import { readChosen, rowsMaxText } from './read-chosen.ts';

const t = studentImportTexts;

interface ImportChooseProps {
  isFocused: boolean;
  onFile: (file: TableFile) => void;
  /** Of the box in place of a file. */
  paste: ComponentProps<typeof Paste>;
}

/** Step 1: a file and what it should hold, or a pasted text. */
export function ImportChoose({ isFocused, onFile, paste }: ImportChooseProps) {
  const [isMaking, setMaking] = useState(false);

  const fetchTemplate = async () => {
    if (isMaking) return;
    setMaking(true);
    await downloadTemplate().catch(() => toast.error(t.templateFailed));
    setMaking(false);
  };

  return (
    <>
      <Panel>
        <ChooseFile
          isFocused={isFocused}
          limits={t.limits({ megabytes: megabytesMax, rows: rowsMaxText })}
          read={readChosen}
          onRead={onFile}
        >
          <dl>
            <dt>{t.needed}</dt>
            <dd>{t.neededList}</dd>
            <dt>{t.optional}</dt>
            <dd>{t.optionalList}</dd>
          </dl>
          <Button
            variant="subtle"
            leftSection={<IconDownload aria-hidden size={18} />}
            aria-disabled={isMaking}
            onClick={() => void fetchTemplate()}
          >
            {t.template}
          </Button>
        </ChooseFile>
      </Panel>
      <Panel>
        <Paste {...paste} />
      </Panel>
    </>
  );
}
