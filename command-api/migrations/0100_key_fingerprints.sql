-- Fingerprints of the keys that are kept outside the database. A service with another key refuses to start, instead of
-- sealing what no other service opens. They belong to the installation, not to a tenant.
set role es_owner;

create table es.key_fingerprints (
  name        text  primary key check (name in ('data', 'request-hash', 'signed-heads')),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- The first caller's fingerprint is kept; every caller gets the one that is kept.
create function es.keep_fingerprint(p_name text, p_fingerprint bytea) returns bytea
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into es.key_fingerprints (name, fingerprint) values (p_name, p_fingerprint) on conflict do nothing;
  return (select k.fingerprint from es.key_fingerprints k where k.name = p_name);
end $$;

-- A few wrapped keys, to try a data key on a database that has no fingerprint of it yet.
create function es.some_subject_keys() returns table (tenant_id uuid, subject_id uuid, wrapped bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select k.tenant_id, k.subject_id, k.wrapped_key from es.subject_keys k limit 20 $$;

-- The public keys that signed a log of this database.
create function audit.signing_keys() returns setof bytea
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select k.public_key from audit.checkpoint_keys k $$;

revoke all on function es.keep_fingerprint, es.some_subject_keys, audit.signing_keys from public;
grant select on es.key_fingerprints to cmd_writer, projector;
grant execute on function es.keep_fingerprint, es.some_subject_keys to cmd_writer, projector;
grant execute on function audit.signing_keys to cmd_writer;

reset role;
