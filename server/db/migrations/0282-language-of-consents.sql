-- In which language the text was read; null: nobody knows, or there was no text.
alter table consents add column text_language text;
alter table consents add constraint consents_text_language_known
  check (text_language in ('en', 'te', 'hi')) not valid;
