import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TableFile } from '#web/lib/files/table.ts';
import { render } from '#web/test/render.tsx';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { PaymentUploadColumns } from './choose-columns.tsx';

const t = paymentUploadTexts.columns;

beforeEach(() => {
  globalThis.fetch = async () => Response.json({ status: 200, message: 'success', data: [[]] });
});

const open = (...courses: readonly string[]) => {
  const lines = courses.map((course, place) => ({ row: place + 2, cells: [`pay_${place}`, course, '100'] }));
  const header = ['Payment id', 'Course', 'Amount'];
  const file: TableFile = { file_name: 'may.csv', header, lines, leftOut: [], sheets: [], left: [], at: 0 };
  return render(
    <PaymentUploadColumns
      file={file}
      onFile={() => undefined}
      said={{ columns: null, courseId: '' }}
      onSaid={() => undefined}
      isFirst={false}
      onPlan={() => undefined}
      onOther={() => undefined}
    />,
  );
};

test('the course is not asked where every row names one', async () => {
  open('Gita', 'Veda');
  await expect.element(page.getByLabelText(t.names.amount, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(t.course)).not.toBeInTheDocument();
});

test('it is asked for the rows that name none', async () => {
  open('Gita', '');
  await expect.element(page.getByLabelText(t.course)).toBeVisible();
});
