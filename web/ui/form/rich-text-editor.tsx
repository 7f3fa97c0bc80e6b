import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId, type ReactNode } from 'react';
import type { EditorProps, Inserts } from './rich-text-editor-loaded.tsx';

// The editor is as large as the rest of the portal: only pages that write pay for it.
const Loaded = lazy(() => import('./rich-text-editor-loaded.tsx').then((m) => ({ default: m.LoadedEditor })));

interface RichTextEditorProps extends Pick<EditorProps, 'onChange'> {
  label: string;
  /** HTML to start from. To start anew (Reset), give the editor another `key`. */
  initial: string;
  required?: boolean;
  error?: ReactNode;
  description?: ReactNode;
  /** Words that a press inserts. */
  inserts?: Inserts;
}

/** Formatted text: HTML in, HTML out, '' when there is no text. */
export function RichTextEditor({
  label,
  initial,
  onChange,
  required,
  error,
  description,
  inserts,
}: RichTextEditorProps) {
  const id = useId();
  const said = { description: `${id}-description`, error: `${id}-error` };
  const describedBy = [description && said.description, error && said.error].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      descriptionProps={{ id: said.description }}
      errorProps={{ id: said.error }}
      required={required}
      error={error}
      description={description}
    >
      <Suspense fallback={<Skeleton height={220} radius="md" />}>
        <Loaded
          labelId={id}
          describedBy={describedBy}
          initial={initial}
          onChange={onChange}
          isInvalid={Boolean(error)}
          inserts={inserts}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
