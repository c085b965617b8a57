import { TENANT_STATUS } from "#command-api/account-store/account-command.ts";
import { type Member, member } from "#command-api/account-store/member.ts";
import type { Tenant } from "#command-api/tenant/tenant-state.ts";
import { tenant } from "#command-api/tenant/tenant.ts";
import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import { memberStream } from "#kernel/node/ids.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";
import type { LogDeviation } from "#kernel/verify/deviation.ts";
import type { LogHead } from "#kernel/verify/read-log.ts";

type Row = Readonly<{ userId: UserId; role: string; isWorking: boolean }>;

/**
 * Compares the staff in the accounts with the events about it. The snapshots of these events are
 * already verified.
 */
export async function verifyMembers(db: Queryable, tenantId: TenantId): Promise<LogDeviation[]> {
  if (await isDeleted(db, tenantId)) return everybodyLeft(await membersOf(db, tenantId));
  const states = await statesOf(db, tenantId);
  const found: LogDeviation[] = [];
  const other = async (streamId: string, message: string): Promise<void> => {
    found.push({ seq: await lastSeqOf(db, tenantId, streamId), kind: "membership", message });
  };
  for (const { userId, role, isWorking } of await membersOf(db, tenantId)) {
    const streamId = memberStream(userId);
    const byRows = isWorking ? role : "nothing";
    const byLog = roleIn(states.get(streamId));
    states.delete(streamId);
    if (byRows === byLog) continue;
    await other(streamId, `${userId} is ${byRows} by the accounts, ${byLog} by the log`);
  }
  for (const [streamId, state] of states) {
    const byLog = roleIn(state);
    if (byLog === "nothing") continue;
    await other(streamId, `the log has a ${byLog} that the accounts do not have`);
  }
  return found;
}

const roleIn = (state: Member | undefined): string =>
  state?.status === "active" ? state.role : "nothing";

const everybodyLeft = (rows: readonly Row[]): LogDeviation[] =>
  rows
    .filter(({ isWorking }) => isWorking)
    .map(({ userId, role }) => ({
      seq: 0,
      kind: "membership",
      message: `${userId} is ${role} by the accounts of a deleted tenant`,
    }));

async function membersOf(db: Queryable, tenantId: TenantId): Promise<readonly Row[]> {
  const { rows } = await db.query<Readonly<{ user_id: string; role: string; isWorking: boolean }>>(
    `select user_id, role, is_working as "isWorking" from auth.members($1) order by user_id`,
    [tenantId],
  );
  return rows.map(({ user_id: id, ...row }) => ({ ...row, userId: UserId.parse(id) }));
}

async function statesOf(db: Queryable, tenantId: TenantId): Promise<Map<string, Member>> {
  const { rows } = await db.query<{ streamId: string; state: unknown }>(
    `select stream_id as "streamId", state from es.stream_heads
      where tenant_id = $1 and stream_type = $2 and state is not null
        and stream_id in (select stream_id from es.events where tenant_id = $1 and stream_type = $2)
      order by stream_id`,
    [tenantId, member.streamType],
  );
  return new Map(rows.map(({ streamId, state }) => [streamId, member.parseState(state)]));
}

/** Compares the tenant status in the head with the tenant's events. */
export async function verifyStatus(
  db: Queryable,
  tenantId: TenantId,
  head: LogHead,
): Promise<LogDeviation[]> {
  const state = await stateOf(db, tenantId);
  if (!state || state.status === "unknown") return [];
  if (TENANT_STATUS[state.status] === head.status) return [];
  const message = `the head has status ${head.status}, the log says ${state.status}`;
  return [{ seq: head.seq, kind: "head", message }];
}

async function isDeleted(db: Queryable, tenantId: TenantId): Promise<boolean> {
  const state = await stateOf(db, tenantId);
  return state !== undefined && "deleted" in state && state.deleted === true;
}

async function stateOf(db: Queryable, tenantId: TenantId): Promise<Tenant | undefined> {
  const { rows } = await db.query<{ state: unknown }>(
    `select state from es.stream_heads
      where tenant_id = $1 and stream_id = $1 and stream_type = $2 and state is not null`,
    [tenantId, tenant.streamType],
  );
  return rows[0] && tenant.parseState(rows[0].state);
}

async function lastSeqOf(db: Queryable, tenantId: TenantId, streamId: string): Promise<number> {
  const { rows } = await db.query<{ seq: number | null }>(
    `select max(seq) as seq from es.events
      where tenant_id = $1 and stream_id = $2
        and type in ('StaffInvited', 'StaffJoined', 'StaffRoleChanged', 'StaffRemoved')`,
    [tenantId, streamId],
  );
  return rows[0]?.seq ?? 0;
}
