-- What a class was taught in a meeting, beside its roll: a week of the curriculum or a part of it, or something else. The
-- words are those of that day.
alter table attendance_registers
  add column taught text,
  add column taught_week integer,
  add column taught_words text not null default '',
  add constraint attendance_registers_taught_whole check (
    case
      when taught in ('whole', 'part') then coalesce(taught_week > 0, false)
      else coalesce(taught = 'other', true) and taught_week is null
    end
  ) not valid;
