-- Whether cashiers see what the shop took today and what its stock is worth. Null until the owner changes it: the
-- default applies, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings
  add column cashiers_see_takings boolean;

reset role;
