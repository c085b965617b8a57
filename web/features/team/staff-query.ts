import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { StaffItem } from "#kernel/contract/api/staff.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";

/** An invited person has no name yet. */
export const personName = ({ first_name: first, last_name: last, email }: StaffItem): string =>
  `${first} ${last}`.trim() || email;

const Staff = success(z.array(StaffItem));

export const staffQuery = () =>
  queryOptions({
    queryKey: keys.staff.all,
    queryFn: async ({ signal }): Promise<readonly StaffItem[]> =>
      (await request("/api/v1/staff", Staff, { signal })).data,
  });
