import { success } from "#kernel/contract/api/envelope.ts";
import { SupportSession } from "#kernel/contract/api/support.ts";
import type { StartSupportRequest } from "#kernel/contract/api/support.ts";
import { request } from "#web/api/http-client.ts";
import { session, VISITOR } from "#web/api/session.ts";
import { useCommand } from "#web/api/use-command.ts";

const Opened = success(SupportSession);

/** Opens one shop to look at, in this tab; the super admin's own session stays (R6). */
export const useStartSupport = () =>
  useCommand(async (json: StartSupportRequest, commandKey) => {
    const path = "/api/v1/platform/support-sessions";
    const { data } = await request(path, Opened, { method: "POST", json, commandKey });
    const user = session.get()?.user;
    if (user !== undefined) session.visit({ ...data, user: { ...user, role: VISITOR } });
  }, []);
