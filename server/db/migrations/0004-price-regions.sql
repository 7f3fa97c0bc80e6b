-- Prices of one save may pass a country on from row to row, or swap two: judged at the end of the statement.
alter table course_prices
  drop constraint course_prices_region_unique,
  add constraint course_prices_region_unique unique (course_id, country_code) deferrable;
