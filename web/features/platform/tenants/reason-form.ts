import * as z from "zod/mini";

import { StartSupportRequest } from "#kernel/contract/api/support.ts";

import { TenantForm } from "./tenant-form.ts";

export const ReasonForm = z.object({ reason: TenantForm.shape.reason });

/** Who looks into a shop says why: its owner reads it. */
export const SupportForm = z.object({ reason: StartSupportRequest.shape.reason });
