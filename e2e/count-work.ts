import type { Page } from '@playwright/test';

/** Counts trusted clicks and the fields that somebody fills, over all pages of the tab. */
export async function countWork(page: Page) {
  await page.addInitScript(() => {
    const read = () => JSON.parse(sessionStorage.getItem('work') ?? '{"clicks":0,"fields":[]}');
    const keep = (work: unknown) => sessionStorage.setItem('work', JSON.stringify(work));
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) keep({ ...read(), clicks: read().clicks + 1 });
      },
      true,
    );
    const filled = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const { fields, ...work } = read();
      const name = `${location.pathname} ${target.id || target.getAttribute('name') || target.ariaLabel}`;
      keep({ ...work, fields: [...new Set([...fields, name])] });
    };
    addEventListener('input', filled, true);
    addEventListener('change', filled, true);
  });
  return async () => {
    const { clicks, fields } = await page.evaluate(() =>
      JSON.parse(sessionStorage.getItem('work') ?? '{"clicks":0,"fields":[]}'),
    );
    return { clicks: Number(clicks), fields: fields.length as number };
  };
}
