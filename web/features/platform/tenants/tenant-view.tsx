import { formatMoney } from "#kernel/contract/money.ts";
import { sumsOf, type Tenant } from "#web/api/platform.ts";
import { counted } from "#web/format/counts.ts";
import { dayText } from "#web/format/days.ts";
import { PLAN_WORDS, STATUS_WORDS } from "#web/format/platform-words.ts";
import { Button } from "#web/ui/button/button.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";
import { ShortId } from "#web/ui/table/table.tsx";

import { isWaitingForOwner } from "./tenant-menu.tsx";
import { LastLogin } from "./tenant-table.tsx";

type TenantViewProps = {
  tenant: Tenant | undefined;
  onClose: () => void;
  onEdit: (tenant: Tenant) => void;
};

export function TenantView({ tenant, onClose, onEdit }: TenantViewProps) {
  const shown = useLasting(tenant);
  return (
    <Dialog open={tenant !== undefined} title={shown?.name ?? ""} onClose={onClose}>
      <DialogBody reading="Details">
        {shown !== undefined && <Facts facts={factsOf(shown)} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        <Button icon="edit" onClick={() => tenant !== undefined && onEdit(tenant)}>
          Edit
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const NONE = "–";

function factsOf(tenant: Tenant) {
  const { word, tone } = STATUS_WORDS[tenant.status];
  const plan = PLAN_WORDS[tenant.plan];
  const sums = sumsOf(tenant.revenues).map(
    ({ minor, currency, orders }) =>
      `${formatMoney(minor, currency)} in ${counted(orders, "sale")}`,
  );
  return [
    { name: "Status", value: <StatusBadge tone={tone}>{word}</StatusBadge> },
    { name: "Plan", value: `${plan.word}, sold as ${plan.soldAs}` },
    ...(tenant.trial_until === null
      ? []
      : [{ name: "Trial until", value: dayText(tenant.trial_until) }]),
    { name: "Email", value: tenant.email ?? NONE },
    { name: "Phone", value: tenant.phone ?? NONE },
    { name: "Address", value: tenant.address ?? NONE },
    {
      name: "Users",
      value: isWaitingForOwner(tenant)
        ? "None yet: the owner was invited and hasn't joined"
        : tenant.users.toLocaleString("en-GH"),
    },
    { name: "Revenue, lifetime", value: sums.length === 0 ? "No sales yet" : sums.join("\n") },
    { name: "Last login", value: <LastLogin tenant={tenant} /> },
    { name: "Joined", value: dayText(tenant.created_at.slice(0, "2026-11-21".length)) },
    { name: "Tenant ID", value: <ShortId>{tenant.id}</ShortId> },
  ];
}
