import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TableViews } from '#web/lib/address/table-search.ts';
import { render } from '#web/test/render.tsx';
import { studentsIn } from '../students/use-asked-students.ts';
import { ReportDialog } from './report-dialog.tsx';

const table: TableViews = {
  list: '/students',
  seen: {},
  linkTo: () => ({ href: '/students', isCurrent: false }),
  ofDevice: {
    names: [{ name: 'Of this device', href: '/students?region=Kerala&cols=name', isCurrent: false }],
    isFull: false,
    isPassing: false,
    save: () => true,
    remove: () => () => undefined,
  },
};

const view = (view_id: number, name: string, address: string, gone: string[]) => ({
  view_id,
  name,
  address,
  for_office: true,
  author: 'Asha Rao',
  gone,
  can: { change: false },
});

test('a saved view is scheduled with its filter, and gives the report its name', async () => {
  const asked: { name: string; report: Record<string, unknown>; also_to: number[] }[] = [];
  globalThis.fetch = async (url, request) => {
    if (String(url).endsWith('/views/list_views')) {
      const data = [
        view(1, 'Unpaid', 'payment=Failed&category=all', []),
        view(2, 'Gone', 'course=7', ['course']),
      ];
      return Response.json({ status: 200, message: 'success', data });
    }
    if (String(url).endsWith('/reports/get_receivers')) {
      const data = [{ user_id: 7, fullname: 'Meera Nair' }];
      return Response.json({ status: 200, message: 'success', data });
    }
    asked.push(JSON.parse(typeof request?.body === 'string' ? request.body : '{}'));
    return Response.json({
      status: 200,
      message: 'success',
      data: { report_id: 1, next_on: '2026-11-30' },
    });
  };
  render(
    <ReportDialog
      report={{ list: 'students', ...studentsIn({ q: 'Anu' }) }}
      views={table}
      reportOf={(search) => ({ list: 'students', ...studentsIn(search) })}
      onClose={() => undefined}
    />,
  );
  const rows = page.getByLabelText('Rows');
  // The one whose course is gone would list nobody.
  await expect
    .poll(() => [...rows.element().querySelectorAll('option')].map(({ text }) => text))
    .toEqual(['What the list shows now', 'Unpaid', 'Of this device']);
  const schedule = page.getByRole('button', { name: 'Schedule' });
  await schedule.click();
  await rows.selectOptions('Unpaid');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Unpaid');
  await schedule.click();
  await page.getByRole('textbox', { name: 'Name' }).fill('For the board');
  await rows.selectOptions('Of this device');
  await page.getByLabelText('Also to').first().click();
  await page.getByRole('option', { name: 'Meera Nair' }).click();
  await schedule.click();
  await expect.poll(() => asked.length).toBe(3);
  expect(asked[0]).toMatchObject({ name: 'Students', report: { search: 'Anu', course_status: 'active' } });
  expect(asked[1]!.report).toMatchObject({ payment_status: 'Failed', course_status: 'all', search: '' });
  expect(asked[1]!.also_to).toEqual([]);
  expect(asked[2]).toMatchObject({
    name: 'For the board',
    also_to: [7],
    report: { region: 'Kerala', search: '' },
  });
});
