-- Which of a new shop's first steps its owner has settled. Null until then, so existing rows need not change.
set role rm_owner;

alter table rm.rm_settings
  add column stock_rule_chosen  boolean,
  add column first_steps_hidden boolean;

reset role;
