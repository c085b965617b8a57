-- How long a till may sell without a network, and what a PIN may approve there. Null until the owner changes them:
-- the defaults apply, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings
  add column offline_days           int,
  add column offline_approval_minor bigint;

reset role;
