import * as z from "zod/mini";

import { createEventStore, type EventStore } from "#command-api/event-store/handle-command.ts";
import { entriesRoutes } from "#command-api/till/entries/entries.routes.ts";
import type { EntryKind } from "#command-api/till/entries/entry-decision.ts";
import { entryKind } from "#command-api/till/entries/read-entry.ts";
import {
  acceptSignedRequests,
  type SignedLimits,
} from "#command-api/till/entries/signed-requests.ts";
import { saleEntries } from "#command-api/till/sale-entry/sale-entry.ts";
import { ProductId, UserId } from "#kernel/contract/ids.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import { createHttpApp, type HttpApp } from "#kernel/node/http/server.ts";
import { createPace } from "#kernel/node/limits/pace.ts";
import type { Clock } from "#kernel/node/time.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { createModelTill, type ModelTill } from "#tests/kit/till/model-till.ts";
import { createSigner } from "#tests/kit/till/till-signer.ts";

import type { TestTenant } from "./tills.ts";

const Count = z.strictObject({ product: ProductId, to: z.int(), also: z.optional(ProductId) });

/**
 * A kind that only tests have: it counts the stock of a product and needs its version. `also` takes
 * one of another product, which the append refuses if there is none.
 */
const counts: EntryKind<z.infer<typeof Count>> = {
  parse: (version, body) =>
    version === 1 ? (Count.safeParse(body).data ?? "malformed") : "unknown-version",
  streams: ({ product }) => [product],
  decide: ({ body: { product, to, also }, headOf }) => {
    const { version, state } = headOf(product);
    if (to < 0) return Promise.resolve({ aside: "wrong-sums" });
    return Promise.resolve({
      planned: [
        {
          streamId: product,
          streamType: "product",
          expected: version,
          event: { type: "StockCounted", data: { productId: product, to } },
          state,
          stock: [
            { productId: product, amount: to, absolute: true, floor: false },
            ...(also ? [{ productId: also, amount: -1, floor: false }] : []),
          ],
        },
      ],
      flags: [],
    });
  },
};

type Options = Readonly<{
  /** Changes the store, for example so that it fails. */
  over?: (store: EventStore) => EventStore;
  limits?: Partial<SignedLimits>;
  clock?: Clock;
}>;

const unlimited = { consume: () => Promise.resolve({ allowed: true, retryAfterMs: 0 }) };

/** The route of entries as the command API has it, with a kind that only tests have. */
export async function openEntriesApi(apis: Apis, options: Options = {}): Promise<HttpApp> {
  const { over = (store) => store, limits = {}, clock = apis.clock } = options;
  const pool = apis.as("cmd_writer");
  const store = over(createEventStore(pool));
  const sealer = createSealer({ dataKey: apis.dataKey, clock, ...subjectKeys(pool) });
  const sales = saleEntries({ read: store.read, sealer, clock });
  const app = createHttpApp({ logger: apis.logger });
  app.register(async (signed) => {
    const findTill = acceptSignedRequests(signed, {
      store,
      limits: {
        ofSender: unlimited,
        ofTill: unlimited,
        ofTenant: createPace({ perSecond: 1_000_000 }),
        ...limits,
      },
    });
    const kinds = { sale: entryKind(sales), count: entryKind(counts) };
    await signed.register(entriesRoutes, { pool, store, sealer, kinds, clock, findTill });
  });
  await app.ready();
  return app;
}

/** A till of the tenant, whose owner sells at it. */
export async function openTill(
  app: HttpApp,
  tenant: TestTenant,
  as: Identity = "owner",
): Promise<ModelTill> {
  const signer = createSigner();
  const { till } = await tenant.enrolled(as, { public_key: signer.publicKey });
  const person = UserId.parse(tenant.ownerId);
  return createModelTill(app, { tenantId: tenant.tenantId, till, person, signer });
}

/** What a till's entries have become, in the order of the log. */
export type EntryEvent = Readonly<{
  type: string;
  data: Record<string, unknown>;
  meta: Record<string, unknown>;
  command_id: string;
  actor_id: string;
  occurred_ms: number;
}>;

export const entryEvents = (apis: Apis, { tenantId }: TestTenant): Promise<EntryEvent[]> =>
  apis.query<EntryEvent>(
    `select type, data, meta, command_id, actor_id, occurred_ms from es.events
      where tenant_id = $1 and meta ->> 'source' = 'till' order by seq`,
    [tenantId],
  );

export async function lastSeqOf(
  apis: Apis,
  { tenantId, till }: Pick<ModelTill, "tenantId" | "till">,
): Promise<number> {
  const [row] = await apis.query<{ value: number }>(
    "select value::int from es.counters where tenant_id = $1 and name = 'till:' || $2::int",
    [tenantId, till],
  );
  return row?.value ?? 0;
}

export const addProduct = async (tenant: TestTenant, stock: number): Promise<string> =>
  idOf(
    await tenant.call("owner", "POST", "/api/products.php", {
      body: { name: "Milo", price: 4.5, stock },
    }),
  );
