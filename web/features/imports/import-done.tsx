import { Button, Group, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Address } from '#web/paths.ts';
import { importsTexts } from '#web/texts/imports.ts';
import { FocusedTitle } from '#web/ui/focused-title.tsx';
import { linkTo } from '#web/ui/link.tsx';
import { Figures } from './figures.tsx';

interface ImportDoneProps extends ComponentProps<typeof Figures> {
  title: string;
  order?: 2 | 3;
  /** What else there is to know. */
  note?: ReactNode;
  /** Where the saved rows are listed. */
  list: { readonly href: Address; readonly label: string };
  onAgain: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The last step: what was done, and where to go from here. */
export const ImportDone = ({ title, order = 2, note, figures, list, onAgain, children }: ImportDoneProps) => (
  <>
    <FocusedTitle order={order}>{title}</FocusedTitle>
    {note ? <Text mb="md">{note}</Text> : null}
    <Figures figures={figures} />
    <Group gap="sm" mt="lg">
      <Button renderRoot={linkTo(list.href)}>{list.label}</Button>
      <Button variant="default" onClick={onAgain}>
        {importsTexts.another}
      </Button>
      {children}
    </Group>
  </>
);
