import type { ComponentProps } from "react";

import { Role } from "#kernel/contract/rights.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";

/** Name and short description of each role. */
const ROLES: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Everything, including staff, billing and settings." },
  manager: {
    name: "Manager",
    may: "Sells, changes prices, manages products, stock and customers.",
  },
  cashier: { name: "Cashier", may: "Sells and adds customers." },
  stock_keeper: { name: "Stock keeper", may: "Manages products and stock, but not prices." },
  accountant: { name: "Accountant", may: "Views and exports everything. Can't change anything." },
  auditor: { name: "Auditor", may: "Views and exports without contact details." },
};

/** An unknown role, from a newer server, is shown unchanged. */
export const roleName = (role: string): string =>
  Object.entries(ROLES).find(([known]) => known === role)?.[1].name ?? role;

type RoleFieldProps = Pick<ComponentProps<typeof SelectField>, "name" | "onChange"> & {
  value: string;
  error: string | undefined;
};

export function RoleField(field: RoleFieldProps) {
  const role = Role.safeParse(field.value).data;
  return (
    <SelectField label="Role" hint={role && ROLES[role].may} {...field}>
      {Role.options.map((option) => (
        <option key={option} value={option}>
          {ROLES[option].name}
        </option>
      ))}
    </SelectField>
  );
}
