-- Read once by an empty PostgreSQL of the compose file. The owner changes the schema; the portal's login may do nothing
-- by itself and serves as gurukul_app, which the migrations make and lend to it.
\set ON_ERROR_STOP on
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
create role gurukul_owner login createrole password :'owner_password';
create role gurukul login noinherit password :'password';
create database gurukul owner gurukul_owner;
revoke connect on database gurukul from public;
grant connect on database gurukul to gurukul;
