-- A payer hears that money went back to them.
-- Allowed: drop, because the check comes back wider in the next statement.
alter table mails drop constraint mails_kind_known;
alter table mails add constraint mails_kind_known check (kind in (
  'invite', 'reset_code', 'password_changed', 'sign_in_blocked', 'new_device', 'security_alarm', 'reset_link',
  'email_confirm', 'email_refuse', 'email_changed', 'browser_copied', 'deed_asked', 'deed_decided',
  'openid_linked', 'factor_news', 'intake_key_made', 'intake_key_rotated', 'intake_key_ends',
  'intake_keys_left', 'event_published', 'event_changed', 'event_canceled', 'event_on_again',
  'meeting_reminder', 'event_reminder', 'meeting_change', 'cover_asked', 'cover_nobody', 'receipt',
  'owing_reminder', 'my_page_link', 'my_page_code', 'address_changed', 'address_refused', 'enquiry', 'message', 'report',
  'open_cases', 'homework_decided', 'test_news', 'test_reminder', 'registration_code', 'registration_news', 'class_again', 'place_kept', 'check_ends', 'money_back',
  'test_mail'
)) not valid;
