import type { ComponentProps } from "react";

import { Role } from "#kernel/contract/rights.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";

/** What a role is called, and what it is for in a few words. */
export const ROLES: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Everything, also staff, billing and settings." },
  manager: { name: "Manager", may: "Sells, changes prices, keeps products, stock and customers." },
  cashier: { name: "Cashier", may: "Sells and adds customers." },
  stock_keeper: { name: "Stock keeper", may: "Keeps products and stock, without prices." },
  accountant: { name: "Accountant", may: "Reads and exports everything, changes nothing." },
  auditor: { name: "Auditor", may: "Reads and exports without contact data." },
};

/** A role of a newer server keeps its own word. */
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
