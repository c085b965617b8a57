-- The reserved tenant of the platform itself: its log holds platform settings, alerts and contact messages.
set role es_owner;
insert into es.tenant_heads (tenant_id, chain)
values ('00000000-0000-7000-8000-000000000001',
        sha256(convert_to('pos.genesis.v1|' || '00000000-0000-7000-8000-000000000001', 'UTF8')));
reset role;
