interface MailedLink {
  readonly grant: string;
  /** '' when the link does not say whose it is. */
  readonly email: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Reads the part after # of a mailed link: the grant, and the address that it is about. */
export function readMailedLink(fragment: string): MailedLink | null {
  const [, grant, email = ''] = /^([\w-]{16,200})(?:&email=(\S+))?$/.exec(fragment) ?? [];
  return grant === undefined ? null : { grant, email: decoded(email) };
}
