-- Read model: a tenant's settings, one row per tenant, with the defaults at first. Fed by the projection settings.
-- Safe to drop and replay.
set role rm_owner;

create table rm.rm_settings (
  tenant_id              uuid    primary key,
  business_name          text    not null,
  phone                  text,
  email                  text,
  address                text,
  currency               text    not null,
  timezone               text    not null,
  tax_rate_bp            int     not null,
  receipt_footer         text,
  oversell_policy        text    not null,
  email_provider         text    not null,
  payment_provider       text    not null,
  business_version       int     not null, -- one version per form, so that saving one does not make the other stale
  email_notifications    boolean not null,
  low_stock_alerts       boolean not null,
  sales_reports          boolean not null,
  payment_notifications  boolean not null,
  system_alerts          boolean not null,
  customer_notifications boolean not null,
  low_stock_threshold    int     not null,
  report_frequency       text    not null,
  email_time             text    not null,
  notifications_version  int     not null
);
select rm.protect('rm.rm_settings');

reset role;
