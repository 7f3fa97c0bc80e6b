import { html } from '#server/pages/html.ts';
import type { Html, Part } from '#server/pages/html.ts';

/** Where forms of the page go, and the token in each of them. */
export interface Forms {
  readonly address: string;
  readonly token: string;
}

export const form = ({ address, token }: Forms, action: string, content: Part, more: Part = null): Html =>
  html`<form method="post" action="${address}/${action}" ${more}>
    <input type="hidden" name="form" value="${token}" />${content}
  </form>`;

export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;
