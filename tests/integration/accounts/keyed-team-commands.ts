import { randomUUID } from "node:crypto";

import type { TenantId } from "#kernel/contract/ids.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import {
  someEmail,
  STAFF,
  type TenancySuite,
  type TenantOwner,
} from "#tests/integration/tenancy/tenancy.ts";

import { again, invited, type KeyedCase } from "./keyed-commands.ts";

const anyShop = (tenantId: TenantId): string => `/api/super-admin.php/${tenantId}`;
const CHOOSE_PIN = "/api/v1/auth/choose-pin";
const SUPPORT = "/api/v1/platform/support-sessions";

async function invitedByName(suite: TenancySuite, { token, tenantId }: TenantOwner) {
  const body = { first_name: "Esi", role: "cashier" };
  const id = idOf(await suite.call("POST", STAFF, { token, body }));
  return { id, token: await suite.linkOf(tenantId, id) };
}

async function joinedByPin(suite: TenancySuite, owner: TenantOwner) {
  const { id, token } = await invitedByName(suite, owner);
  await suite.call("POST", CHOOSE_PIN, { body: { token, pin: "482915" } });
  return { id };
}

/** Commands on staff, on the tenant and by the platform. */
export const OF_OTHERS: readonly KeyedCase[] = [
  {
    name: "changing the profile",
    events: ["ProfileChanged"],
    prepare: async (_, { token }) => {
      const other = { body: { first_name: "Esi" } };
      const body = { first_name: "Adwoa", email: someEmail(), ...again };
      return { method: "PUT", url: "/api/v1/settings/profile", token, body, other };
    },
  },
  {
    name: "requiring a second factor",
    events: ["TwoFactorPolicyChanged"],
    prepare: async (_, { token }) => {
      const url = "/api/v1/settings/two-factor-policy";
      const other = { body: { required: false, ...again } };
      return { method: "PUT", url, token, body: { required: true, ...again }, other };
    },
  },
  {
    name: "requesting the deletion of the tenant",
    events: ["AccountDeletionRequested", "AccountDeletionRequested"],
    prepare: async (_, { token }) => ({
      method: "POST",
      url: "/api/v1/account-deletion",
      token,
      body: again,
    }),
  },
  {
    name: "cancelling the deletion",
    events: ["AccountDeletionCancelled", "AccountDeletionCancelled"],
    prepare: async (suite, { token }) => {
      const url = "/api/v1/account-deletion";
      await suite.call("POST", url, { token, body: again });
      return { method: "DELETE", url, token };
    },
  },
  {
    name: "inviting a person",
    events: ["StaffInvited"],
    prepare: async (_, { token }) => {
      const body = { email: someEmail(), role: "cashier" };
      const other = { body: { ...body, role: "manager" } };
      return { method: "POST", url: STAFF, token, body, other };
    },
  },
  {
    name: "inviting a person without an email",
    events: ["StaffInvited"],
    prepare: async (_, { token }) => {
      const body = { first_name: "Esi", role: "cashier" };
      const other = { body: { ...body, first_name: "Efua" } };
      return { method: "POST", url: STAFF, token, body, other };
    },
  },
  {
    name: "making a PIN link",
    events: ["PinLinkMade"],
    prepare: async (suite, owner) => {
      const { id } = await joinedByPin(suite, owner);
      const other = { url: `${STAFF}/${randomUUID()}/pin-link` };
      return { method: "POST", url: `${STAFF}/${id}/pin-link`, token: owner.token, other };
    },
  },
  {
    name: "choosing a PIN",
    events: ["StaffJoined", "PinSet"],
    prepare: async (suite, owner) => {
      const { token } = await invitedByName(suite, owner);
      const other = { body: { token, pin: "736204" } };
      return { method: "POST", url: CHOOSE_PIN, body: { token, pin: "482915" }, other };
    },
  },
  {
    name: "resending an invitation",
    events: ["InvitationResent"],
    prepare: async (suite, owner) => {
      const url = `${STAFF}/${await invited(suite, owner)}/invitation`;
      return { method: "POST", url, token: owner.token };
    },
  },
  {
    name: "changing a role",
    events: ["StaffRoleChanged"],
    prepare: async (suite, owner) => {
      const url = `${STAFF}/${await invited(suite, owner)}`;
      const other = { body: { role: "accountant" } };
      return { method: "PUT", url, token: owner.token, body: { role: "manager" }, other };
    },
  },
  {
    name: "removing a person",
    events: ["StaffRemoved"],
    prepare: async (suite, owner) => {
      const url = `${STAFF}/${await invited(suite, owner)}`;
      return {
        method: "DELETE",
        url,
        token: owner.token,
        other: { url: `${STAFF}/${randomUUID()}` },
      };
    },
  },
  {
    name: "creating a tenant",
    events: ["TenantCreated", "TenantCreated", "StaffInvited"],
    prepare: async (suite) => {
      const body = { name: "Keys", email: someEmail() };
      const token = await suite.adminToken();
      const other = { body: { ...body, name: "Other" } };
      return { method: "POST", url: "/api/super-admin.php/tenant", token, body, other };
    },
  },
  {
    name: "changing a tenant",
    events: ["TenantDetailsChanged", "TenantDetailsChanged"],
    prepare: async (suite, { tenantId }) => {
      const [token, body] = [await suite.adminToken(), { name: "Renamed" }];
      const other = { body: { name: "Renamed once more" } };
      return { method: "PUT", url: anyShop(tenantId), token, body, other };
    },
  },
  {
    name: "starting a support session",
    events: ["SupportSessionStarted", "SupportSessionStarted"],
    prepare: async (suite, { tenantId }) => {
      const body = { tenant_id: tenantId, reason: "Sums look wrong" };
      const other = { body: { ...body, reason: "Another" } };
      return { method: "POST", url: SUPPORT, token: await suite.adminToken(), body, other };
    },
  },
];
