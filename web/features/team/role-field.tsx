import type { ComponentProps } from "react";

import { Role } from "#kernel/contract/rights.ts";
import { SelectField } from "#web/ui/select-field.tsx";

import { ROLES } from "./role-words.ts";

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
