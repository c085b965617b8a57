-- Erased people. The row commits with the event; from then on the person's key is not returned and no new one is
-- created. The key is destroyed once the person is also listed outside the database, where the restore of an older
-- backup finds them. `subject_id` is the tenant's own id when all its people were erased together with the tenant.
set role es_owner;

create table es.erased_subjects (
  tenant_id   uuid   not null,
  subject_id  uuid   not null,
  erased_ms   bigint not null,
  finished_ms bigint, -- listed outside the database, and the key destroyed
  primary key (tenant_id, subject_id)
);
create index erased_subjects_unfinished on es.erased_subjects (erased_ms) where finished_ms is null;
alter table es.erased_subjects enable row level security;
alter table es.erased_subjects force row level security;
create policy es_owner on es.erased_subjects to es_owner using (true) with check (true);
create policy auditor_ro on es.erased_subjects for select to auditor_ro using (true);
create policy by_tenants on es.erased_subjects for select to projector
  using (tenant_id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[]));
grant select on es.erased_subjects to auditor_ro, projector;

create function es.note_erased(p_tenant uuid, p_subject uuid, p_now_ms bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  insert into es.erased_subjects (tenant_id, subject_id, erased_ms) values (p_tenant, p_subject, p_now_ms)
  on conflict do nothing
$$;

create function es.unfinished_erasures()
returns table (tenant_id uuid, subject_id uuid, erased_ms bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select x.tenant_id, x.subject_id, x.erased_ms from es.erased_subjects x
   where x.finished_ms is null order by x.erased_ms, x.tenant_id, x.subject_id limit 1000
$$;

create function es.finish_erasure(p_tenant uuid, p_subject uuid, p_now_ms bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp
as $$
  delete from es.subject_keys k where k.tenant_id = p_tenant and (k.subject_id = p_subject or p_subject = p_tenant);
  update es.erased_subjects x set finished_ms = p_now_ms
   where x.tenant_id = p_tenant and x.subject_id = p_subject and x.finished_ms is null
$$;

create or replace function es.put_subject_keys(p_tenants uuid[], p_subjects uuid[], p_wrapped bytea[])
returns table (ix int, wrapped bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- In one order, so that two callers with the same subjects never deadlock.
  insert into es.subject_keys (tenant_id, subject_id, wrapped_key)
  select q.tenant, q.subject, q.made from unnest(p_tenants, p_subjects, p_wrapped) q(tenant, subject, made)
   where not exists (select from es.erased_subjects x where x.tenant_id = q.tenant and x.subject_id = q.subject)
   order by q.tenant, q.subject
  on conflict do nothing;
  return query select * from es.find_subject_keys(p_tenants, p_subjects);
end $$;

create or replace function es.find_subject_keys(p_tenants uuid[], p_subjects uuid[])
returns table (ix int, wrapped bytea)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select q.i::int, k.wrapped_key
    from unnest(p_tenants, p_subjects) with ordinality q(tenant, subject, i)
    join es.subject_keys k on k.tenant_id = q.tenant and k.subject_id = q.subject
   where not exists (select from es.erased_subjects x where x.tenant_id = q.tenant and x.subject_id = q.subject)
$$;

revoke all on function es.note_erased, es.unfinished_erasures, es.finish_erasure from public;
grant execute on function es.note_erased, es.unfinished_erasures, es.finish_erasure to account_writer;

reset role;
