-- Makes the bot's database with two roles: games_owner makes the tables and brings them up to date, and doublecorner, as
-- which the bot runs, only reads and writes in them. As a superuser:
--   psql --file=roles.sql
-- Then give both a password, which does not show anywhere: \password games_owner, and \password doublecorner.

\set ON_ERROR_STOP on
CREATE ROLE games_owner LOGIN;
CREATE ROLE doublecorner LOGIN;
-- What a broken connection leaves behind does not block others.
ALTER ROLE doublecorner SET idle_in_transaction_session_timeout = '10s';
ALTER ROLE doublecorner SET tcp_user_timeout = '10s';
-- With the locale C, no update of the system's languages changes the order of indexes.
CREATE DATABASE doublecorner OWNER games_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
REVOKE ALL ON DATABASE doublecorner FROM PUBLIC;
GRANT CONNECT ON DATABASE doublecorner TO doublecorner;
\connect doublecorner
ALTER DEFAULT PRIVILEGES FOR ROLE games_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO doublecorner;
ALTER DEFAULT PRIVILEGES FOR ROLE games_owner GRANT SELECT, USAGE ON SEQUENCES TO doublecorner;
