import { Text } from '@mantine/core';
import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import { mailsTexts } from '#web/texts/mails.ts';
import classes from './preview.module.css';

/** Nothing in a preview leads or reaches anywhere: what is shown is how it looks. */
const asPicture = {
  WHOLE_DOCUMENT: true,
  FORBID_ATTR: ['href', 'src', 'srcset', 'background', 'poster', 'action', 'formaction'],
  FORBID_TAGS: ['form', 'input', 'button', 'textarea', 'select', 'svg', 'math'],
  RETURN_TRUSTED_TYPE: true as const,
};

interface MailFrameProps {
  /** What the frame shows, for screen readers. */
  title: string;
  html: string;
  /** The address is not proved. */
  isLinkOnly?: boolean | undefined;
}

/**
 * A mail in a document of its own, so that its styles and those of the portal leave each other alone. The frame
 * runs no script, opens nothing and inherits the portal's policy, which lets it load nothing from elsewhere.
 */
export function MailFrame({ title, html, isLinkOnly = false }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // The page's policy takes a frame's document from DOMPurify alone; React, and the type of the field, know text only.
    if (frame.current) Object.assign(frame.current, { srcdoc: DOMPurify.sanitize(html, asPicture) });
  }, [html]);
  return (
    <>
      {isLinkOnly ? <Text mb="xs">{mailsTexts.preview.linkOnly}</Text> : null}
      <iframe ref={frame} title={title} sandbox="" className={classes.frame} />
    </>
  );
}
