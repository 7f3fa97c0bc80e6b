#!/bin/sh
# haproxy's external check of a database: ends with 0 where connections shall be led to. haproxy gives its own address
# and the server's; everything else comes from is-primary.env beside this file, or beside a copy of it:
#
#   PGUSER, PGPASSFILE, PSQL    who asks, and with which psql
#   DATABASES                   every database as host:port, with spaces between
#
# A primary that was replaced and comes back by itself still takes itself for one. Each promotion begins a new timeline,
# so of two primaries the one with the higher timeline is right.
. "${0%/*}/is-primary.env"
export PGUSER PGPASSFILE PGCONNECT_TIMEOUT=8 PGDATABASE=postgres

# The timeline of a primary, 0 of a standby.
timeline_of() {
  "$PSQL" --no-psqlrc --no-align --tuples-only --quiet --host="${1%:*}" --port="${1##*:}" --command="
    select case when pg_is_in_recovery() then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end" 2>/dev/null
}

mine=$(timeline_of "$3:$4") || exit 1
[ "$mine" -gt 0 ] || exit 1
for other in $DATABASES; do
  [ "$other" = "$3:$4" ] && continue
  theirs=$(timeline_of "$other") || continue
  [ "$theirs" -gt "$mine" ] && exit 1
done
exit 0
