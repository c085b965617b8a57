-- Whether an approval allows a sale above the stock beside its other act. Null, as in existing rows: it does not.
set role rm_owner;

alter table rm.rm_approvals add column oversell boolean;

reset role;
