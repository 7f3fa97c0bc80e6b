import { calls } from '@gurukul/contract/index';
import { expect, test } from 'vitest';
import { handlers } from '../app.ts';
import type { HandlerTable } from './serve.ts';
import { unbuilt } from './serve.ts';

test('the calls that are not built yet are these', () => {
  expect(unbuilt(calls(), handlers as HandlerTable)).toMatchInlineSnapshot(`
    [
      "dashboards.get_today",
      "events.cancel_event",
      "events.publish_event",
      "events.delete_event",
      "events.event_registrations",
      "events.add_student_to_event",
      "events.delete_student_from_event",
      "enquiries.get_types",
      "enquiries.get_mappings",
      "enquiries.add_type",
      "enquiries.submit",
      "mails.get_mails",
      "mails.retry_mails",
      "mails.preview_letter",
      "attendance.export_history",
      "intake.enquiries",
    ]
  `);
});
