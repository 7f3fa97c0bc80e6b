import { richTextSchemes, richTextTags } from '@gurukul/contract/shared/rich-text';
import DOMPurify from 'dompurify';
import classes from './rich-text.module.css';

const allowed = {
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: ['href'],
  // DOMPurify allows these besides the list unless they are named. Our own code identifies elements by them.
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${richTextSchemes.join('|')}):`, 'i'),
};

/** The page's policy accepts HTML from here alone: DOMPurify makes it a TrustedHTML of its own policy. */
const clean = (html: string) => DOMPurify.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true });

/** Cleaned nodes, for the editor. */
export function cleanNodes(html: string): DocumentFragment {
  // DOMPurify returns nothing for HTML without a body, such as a frameset.
  const nodes: DocumentFragment | null = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true });
  return nodes ?? new DocumentFragment();
}

const lines = 'p, br, li, h2, h3, h4, blockquote';

/** What stored HTML says, as one line of plain text. */
export function plainText(html: string): string {
  const nodes = cleanNodes(html);
  for (const line of nodes.querySelectorAll(lines)) line.after(' ');
  return nodes.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** The one place where stored HTML is shown. */
export function RichText({ html }: { html: string | null | undefined }) {
  if (!html) return null;
  // oxlint-disable-next-line react/no-danger -- the one sink, and what enters it was cleaned above
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: clean(html) }} />;
}
