import { deliver } from "#command-api/mail/deliver.ts";
import {
  type CounterActs,
  type SalesFigures,
  salesReport as salesReportLetter,
  type SignedLog,
} from "#command-api/mail/letters/business.ts";
import { pageOf } from "#command-api/mail/mail-ports.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { ReportFrequency } from "#kernel/contract/choices.ts";
import { MailId, type TenantId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import { derivedId } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";

import type { People } from "./people.ts";
import type { Reaction } from "./ports.ts";

type ReportRow = { tenant_id: TenantId; frequency: string; from_day: string; to_day: string };

/** To the owner, after each day, week or month, with the newest signed head of the log. */
export const salesReport: Reaction = {
  due: async (client, nowMs) => {
    const { rows } = await client.query<ReportRow>(
      `select tenant_id, frequency, from_day::text, to_day::text from rm.due_reports($1)`,
      [nowMs],
    );
    return rows.map(({ tenant_id: tenantId, frequency, from_day: from, to_day: to }) => ({
      tenantId,
      occasion: `${frequency} ${to}`,
      period: { frequency, from, to },
    }));
  },
  run: async ({ mails, people, jobsPool }, { tenantId, actorId, key, period }, attempt) => {
    if (!period) return;
    const tenant = await readTenant(mails.store, tenantId);
    const owner = await mails.ownerOf(tenantId);
    // The owner may have turned reports off since this one was due.
    if (!tenant?.alerts.emailNotifications || !tenant.alerts.salesReports || !owner) return;
    const frequency = ReportFrequency.parse(period.frequency);
    const delivered = await deliver(mails, {
      tenantId,
      actorId,
      ...attempt,
      mailId: MailId.parse(derivedId(key, "mail sales-report")),
      kind: "sales-report",
      to: { address: owner.email, subjectId: owner.userId },
      letter: salesReportLetter(
        tenant.rules.name,
        { ...period, frequency },
        {
          figures: await readFigures(jobsPool, tenantId, period),
          acts: await readActs(jobsPool, people, {
            tenantId,
            currency: tenant.rules.currency,
            period,
          }),
          page: pageOf(mails, "/app/reports"),
          signed: await readSignedLog(
            jobsPool,
            tenantId,
            pageOf(mails, `/checkpoints/${tenantId}`),
          ),
        },
      ),
      mailer: await mails.mailerOf(tenantId),
    });
    if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
  },
};

type FiguresRow = { currency: string; orders: number; total_minor: number; tax_minor: number };

/** Sales on these local days, both included. */
async function readFigures(
  pool: Pool,
  tenantId: TenantId,
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<readonly SalesFigures[]> {
  const { rows } = await pool.query<FiguresRow>("select * from rm.sales_between($1, $2, $3)", [
    tenantId,
    from,
    to,
  ]);
  return rows.map((row) => ({
    currency: Currency.parse(row.currency),
    orders: row.orders,
    totalMinor: row.total_minor,
    taxMinor: row.tax_minor,
  }));
}

type ActsRow = {
  user_id: string;
  overrides: number;
  overridden_minor: number;
  discounts: number;
  discounted_minor: number;
  offline_approvals: number;
  late_entries: number;
  repricings: number;
};

type ActsOf = Readonly<{
  tenantId: TenantId;
  currency: Currency;
  period: Readonly<{ from: string; to: string }>;
}>;

/** What each person did at the counter and with prices on these local days. */
async function readActs(
  pool: Pool,
  people: People,
  { tenantId, currency, period: { from, to } }: ActsOf,
): Promise<readonly CounterActs[]> {
  const { rows } = await pool.query<ActsRow>("select * from rm.counter_acts_between($1, $2, $3)", [
    tenantId,
    from,
    to,
  ]);
  const ids = rows.map((row) => row.user_id);
  const names = await people.namesOf(tenantId, ids);
  return rows.map((row) => ({
    name: names.get(row.user_id) || "Someone who left",
    currency,
    overrides: row.overrides,
    overriddenMinor: row.overridden_minor,
    discounts: row.discounts,
    discountedMinor: row.discounted_minor,
    offlineApprovals: row.offline_approvals,
    lateEntries: row.late_entries,
    repricings: row.repricings,
  }));
}

/** The newest signed head of the tenant's log, and the key to check it with. Undefined before the first one. */
async function readSignedLog(
  pool: Pool,
  tenantId: TenantId,
  page: string,
): Promise<SignedLog | undefined> {
  const { rows } = await pool.query<{ note: string; public_key: Buffer }>(
    "select * from audit.latest_note($1)",
    [tenantId],
  );
  const [row] = rows;
  const key = row && verifierKey(originOf(tenantId), row.public_key);
  return row && key ? { note: row.note, verifierKey: key, page } : undefined;
}
