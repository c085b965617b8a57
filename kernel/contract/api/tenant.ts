import * as z from "zod/mini";

import {
  absentIfEmpty,
  clearableText,
  email,
  optionalText,
  somethingToChange,
  text,
} from "#kernel/contract/api/fields.ts";
import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";

const name = text(200, "Tenant name is required");
const address = email(texts.registration.emailRequired, texts.registration.emailInvalid);

/** Unknown fields are dropped. */
export const CreateTenantRequest = z.object({
  name,
  email: address,
  phone: optionalText(32),
  address: optionalText(500),
  plan: absentIfEmpty(Plan),
  status: absentIfEmpty(TenantStatus),
});
export type CreateTenantRequest = z.infer<typeof CreateTenantRequest>;

/** Absent means unchanged; `{status}` alone is enough. */
export const ChangeTenantRequest = z
  .object({
    name: absentIfEmpty(name),
    email: absentIfEmpty(address),
    phone: clearableText(32),
    address: clearableText(500),
    plan: absentIfEmpty(Plan),
    status: absentIfEmpty(TenantStatus),
    reason: optionalText(500),
  })
  .check(somethingToChange);
export type ChangeTenantRequest = z.infer<typeof ChangeTenantRequest>;
