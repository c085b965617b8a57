-- A GET reads its rows in the statement that calls rm.freshness; as a prepared statement it is planned once.
set role rm_owner;
drop function rm.ask(uuid, text[], text, json);
reset role;
