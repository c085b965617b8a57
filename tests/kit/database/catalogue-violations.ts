import type { Queryable } from "#kernel/node/postgres/connections.ts";
import { LOGIN_ROLES } from "#kernel/node/postgres/roles.ts";

const SCHEMAS = ["es", "auth", "audit", "rm", "ops"];
/** The migrator is not a service: it runs before them, and none of them has its password. */
const SERVICES = LOGIN_ROLES.filter((role) => role !== "migrator");

// Each rule returns its violations, one line each. $1: the schemas, $2: the roles that services log
// in as.
const RULES = `
with tables as (
  select c.oid, n.nspname || '.' || c.relname as name, c.relkind, c.relispartition, c.relrowsecurity,
         c.relforcerowsecurity, n.nspname as schema, c.reloptions,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as of_tenants
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')),
roles as (select oid, rolname from pg_roles where rolname = any ($2::text[]))

select name || ' has no forced row-level security' as broken from tables
 where of_tenants and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)
union all
select name || ' has no policy' from tables t
 where of_tenants and relkind in ('r', 'p') and not relispartition
   and not exists (select from pg_policy p where p.polrelid = t.oid)
union all
select name || ' is a partition with a policy of its own' from tables t
 where relispartition and exists (select from pg_policy p where p.polrelid = t.oid)
union all
select t.name || ': policy ' || p.polname || ' has no USING' from tables t join pg_policy p on p.polrelid = t.oid
 where p.polcmd <> 'a' and p.polqual is null
union all
select t.name || ': policy ' || p.polname || ' has no WITH CHECK' from tables t join pg_policy p on p.polrelid = t.oid
 where p.polcmd in ('*', 'a', 'w') and p.polwithcheck is null
union all
select t.name || ': policy ' || p.polname || ' is for all roles' from tables t join pg_policy p on p.polrelid = t.oid
 where 0 = any (p.polroles)
union all
select name || ' is a view that runs as its owner' from tables
 where relkind in ('v', 'm') and not coalesce(reloptions @> array['security_invoker=true'], false)
union all
select t.name || ': a key does not begin with tenant_id' from tables t join pg_index i on i.indrelid = t.oid
 where t.of_tenants and i.indisunique and t.schema <> 'audit'
   and i.indkey[0] <> (select a.attnum from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id')
union all
select r.rolname || ' may ' || p || ' ' || t.name from tables t, roles r,
       unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES', 'MAINTAIN']) p
 where t.name ~ '^es\\.events' and has_table_privilege(r.oid, t.oid, p)
union all
select r.rolname || ' may ' || p || ' the partition ' || t.name from tables t, roles r,
       unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
 where t.relispartition and has_table_privilege(r.oid, t.oid, p)
union all
select r.rolname || ' may ' || p || ' ' || t.name from tables t, roles r,
       unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
 where t.schema = 'rm' and r.rolname <> 'projector' and has_table_privilege(r.oid, t.oid, p)
union all
select r.rolname || ' may change ' || t.name || ', which is only added to' from tables t, roles r,
       unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) p
 where t.schema = 'audit' and has_table_privilege(r.oid, t.oid, p)
union all
select 'any role may select ' || name from tables where has_table_privilege('public', oid, 'SELECT')
union all
select 'any role may execute ' || f.oid::regprocedure from pg_proc f join pg_namespace n on n.oid = f.pronamespace
 where n.nspname = any ($1::text[]) and has_function_privilege('public', f.oid, 'EXECUTE')
union all
select f.oid::regprocedure || ' runs as its owner on anybody''s search path'
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace
 where n.nspname = any ($1::text[]) and f.prosecdef
   and not coalesce(array_to_string(f.proconfig, ' ') like '%search_path=pg_catalog%', false)
union all
select rolname || ' is more than a login' from pg_roles
 where rolname = any ($2::text[])
   and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or not rolcanlogin)
union all
select r.rolname || ' is a member of ' || g.rolname
  from pg_auth_members m join roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid
union all
select r.rolname || ' owns ' || o.what from roles r join (
       select relowner as owner, oid::regclass::text as what from pg_class
       union all select proowner, oid::regprocedure::text from pg_proc
       union all select nspowner, nspname::text from pg_namespace
       union all select datdba, datname::text from pg_database
       union all select typowner, typname::text from pg_type) o on o.owner = r.oid
union all
select r.rolname || ' may create in ' || n.nspname from roles r, pg_namespace n
 where (n.nspname = any ($1::text[]) or n.nspname = 'public') and has_schema_privilege(r.oid, n.oid, 'CREATE')
union all
select rolname || ' can log in and owns the tables' from pg_roles
 where rolname in ('es_owner', 'rm_owner') and (rolcanlogin or rolsuper or rolbypassrls)
order by 1`;

/**
 * Violations of the rules that isolate tenants, found in the database's catalogue. None are
 * expected.
 */
export async function catalogueViolations(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ broken: string }>(RULES, [SCHEMAS, SERVICES]);
  return rows.map((row) => row.broken);
}

/** The tables of all schemas that hold rows of tenants. */
export async function tablesOfTenants(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
      order by 1`,
    [SCHEMAS],
  );
  return rows.map((row) => row.name);
}
