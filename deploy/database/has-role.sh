#!/bin/sh
# haproxy's external check of a database: ends with 0 where the server asked has the role that the backend is named
# after, `primary` or `replica`. haproxy gives its own address and the server's; the environment comes from a file
# beside a copy of this one, or beside a link to it:
#
#   PGUSER, PGPASSFILE, PSQL    who asks, and with which psql
#   DATABASES                   every database as host:port, with spaces between
#
# A primary that was replaced and comes back by itself still believes to be one. Each promotion begins a new timeline,
# so of two primaries the one with the higher timeline is right.
. "${0%/*}/has-role.env"
export PGUSER PGPASSFILE PGCONNECT_TIMEOUT=8 PGDATABASE=postgres

# The timeline of a primary; `replica` of a server that follows one; nothing of one that does neither.
role_of() {
  "$PSQL" --no-psqlrc --no-align --tuples-only --quiet --host="${1%:*}" --port="${1##*:}" --command="
    select case
      when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text
      when exists (select from pg_stat_wal_receiver) then 'replica'
      else '' end"
}

mine=$(role_of "$3:$4" 2>/dev/null) || exit 1
case $HAPROXY_PROXY_NAME:$mine in
  replica:replica) exit 0 ;;
  primary:[0-9]*) ;;
  *) exit 1 ;;
esac
for other in $DATABASES; do
  [ "$other" = "$3:$4" ] && continue
  theirs=$(role_of "$other" 2>/dev/null) || continue
  case $theirs in
    [0-9]*) [ "$theirs" -gt "$mine" ] && exit 1 ;;
  esac
done
exit 0
