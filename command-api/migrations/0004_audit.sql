-- The access log, for what is not a command: reads of tenant data by the platform, exports, failed
-- sign-ins, denied requests. INSERT only, partitioned by month, kept for a year.
set role es_owner;

create table audit.access_log (
  at_ms      bigint not null,
  id         uuid   not null,
  tenant_id  uuid, -- null without a tenant, such as for a failed sign-in
  actor_id   uuid,
  actor_hash text, -- hash of the email that was tried, never the email itself
  action     text   not null,
  target     text,
  ip_prefix  text,
  result     text   not null,
  request_id text,
  primary key (at_ms, id)
) partition by range (at_ms);
create table audit.access_log_rest partition of audit.access_log default;

alter table audit.access_log enable row level security;
alter table audit.access_log force row level security;
alter table audit.access_log_rest enable row level security;
alter table audit.access_log_rest force row level security;
create policy es_owner on audit.access_log to es_owner using (true) with check (true);
create policy writers on audit.access_log for insert to cmd_writer, account_writer, query_ro with check (true);
create policy auditor_ro on audit.access_log for select to auditor_ro using (true);

-- Creates the partitions of the month of p_now_ms and of the two after it.
create function audit.ensure_months(p_now_ms bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  first date := date_trunc('month', to_timestamp(p_now_ms / 1000.0) at time zone 'UTC')::date;
  a date;
  b date;
  name text;
begin
  for i in 0..2 loop
    a := (first + make_interval(months => i))::date;
    b := (first + make_interval(months => i + 1))::date;
    name := 'access_log_' || to_char(a, 'YYYY_MM');
    if to_regclass('audit.' || name) is null then
      execute format('create table audit.%I partition of audit.access_log for values from (%s) to (%s)', name,
        (extract(epoch from a::timestamp at time zone 'UTC') * 1000)::bigint,
        (extract(epoch from b::timestamp at time zone 'UTC') * 1000)::bigint);
      execute format('alter table audit.%I enable row level security', name);
      execute format('alter table audit.%I force row level security', name);
    end if;
  end loop;
end $$;
select audit.ensure_months((extract(epoch from now()) * 1000)::bigint);

revoke all on all functions in schema audit from public;
grant usage on schema audit to cmd_writer, account_writer, query_ro, auditor_ro;
grant insert on audit.access_log to cmd_writer, account_writer, query_ro;
grant select on audit.access_log to auditor_ro;
grant execute on function audit.ensure_months to cmd_writer;

reset role;
