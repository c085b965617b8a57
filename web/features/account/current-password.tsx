import { PasswordField } from "#web/ui/text-field.tsx";
import type { FieldOf } from "#web/ui/use-schema-form.ts";

type CurrentPasswordProps = { field: FieldOf<"password"> };

export function CurrentPassword({ field }: CurrentPasswordProps) {
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      {...field("password")}
    />
  );
}
