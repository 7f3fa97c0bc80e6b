import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#web/test/render.tsx';
import { emptyMapping } from './mapping-draft.ts';
import { MappingRow } from './mapping-row.tsx';

const row = (email: string, canRemove: boolean) => (
  <MappingRow
    draft={{ ...emptyMapping(), email }}
    number={1}
    types={[]}
    isWrong={false}
    isUntyped={false}
    canRemove={canRemove}
    onChange={() => {}}
    onRemove={() => {}}
  />
);

test('a row that is one of several can be deleted, the only one cannot', async () => {
  render(
    <ul>
      {row('one@office.test', true)}
      {row('only@office.test', false)}
    </ul>,
  );
  await expect.element(page.getByRole('button', { name: 'Delete one@office.test' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete only@office.test' })).not.toBeInTheDocument();
});
