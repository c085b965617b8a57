import type { Tenant } from "#web/api/platform.ts";
import { Menu } from "#web/ui/button/menu.tsx";
import type { MenuItem } from "#web/ui/button/menu.tsx";

import { statusAction } from "./status-dialog.tsx";
import type { StatusChange } from "./status-dialog.tsx";

export type MenuActions = {
  onSupport: (tenant: Tenant) => void;
  onInvite: (tenant: Tenant) => void;
  onStatus: (change: StatusChange) => void;
};

/** The owner was invited but no one has joined yet. */
export const isWaitingForOwner = ({ users }: Tenant): boolean => users === 0;

export function TenantMenu({ tenant, ...actions }: MenuActions & { tenant: Tenant }) {
  return <Menu label={`More for ${tenant.name}`} items={itemsFor(tenant, actions)} />;
}

function itemsFor(tenant: Tenant, { onSupport, onInvite, onStatus }: MenuActions) {
  const look: MenuItem = {
    label: "View shop",
    icon: "eye",
    onChoose: () => onSupport(tenant),
  };
  const invite: MenuItem = {
    label: "Resend invitation",
    icon: "mail",
    onChoose: () => onInvite(tenant),
  };
  const activate: MenuItem = {
    label: statusAction(tenant.status, "active"),
    icon: "shieldCheck",
    onChoose: () => onStatus({ tenant, to: "active" }),
  };
  const suspend: MenuItem = {
    label: statusAction(tenant.status, "suspended"),
    icon: "shield",
    grave: true,
    onChoose: () => onStatus({ tenant, to: "suspended" }),
  };
  return [
    look,
    ...(isWaitingForOwner(tenant) ? [invite] : []),
    ...(tenant.status === "active" ? [] : [activate]),
    ...(tenant.status === "suspended" ? [] : [suspend]),
  ];
}
