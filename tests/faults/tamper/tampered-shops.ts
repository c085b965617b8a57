import { createEventStore, type Accepted } from "#command-api/event-store/handle-command.ts";
import { signTenant } from "#command-api/event-store/head-signer/sign-tenant.ts";
import { ProductId, SaleId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import {
  newSignedHeadKeys,
  parseSignedHeadKeys,
  type SigningKeys,
} from "#kernel/verify/signed-head-keys.ts";
import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import type { Random } from "#tests/kit/builders/random.ts";
import { type Counter, openCounter, openShop } from "#tests/kit/builders/shop-counter.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import { sealerOver } from "#tests/kit/fakes/test-sealer.ts";

export const DATA_KEY = Buffer.alloc(32, 3);
export const SHOPS: readonly TenantId[] = [tenant(1), tenant(2), tenant(3)];
const PRODUCTS = 6;
const SALES = 90;
const SIGN_EVERY = 25;
const PRICE_MINOR = 4500;

export type Roles = Readonly<{ writer: Pool; projector: Pool; relay: Pool }>;

export function newSigningKeys(): SigningKeys {
  const { signing, publicKeys } = parseSignedHeadKeys(newSignedHeadKeys());
  if (!signing) throw new Error("a new file holds a private key");
  return { signing, publicKeys };
}

/**
 * Shops with sales made by real commands, signed now and then and at the end, with all read models
 * up to date.
 */
export async function openTwoTenants(
  roles: Roles,
  keys: SigningKeys,
  random: Random,
): Promise<void> {
  const store = createEventStore(roles.writer);
  for (const tenantId of SHOPS) {
    await openShop(store, tenantId, { taxRateBp: 1500 });
    const counter = openCounter(store, tenantId, sealerOver(roles.writer));
    await trade(counter, random, () => sign(roles.relay, tenantId, keys));
    await sign(roles.relay, tenantId, keys);
  }
  await project(roles.projector);
}

async function trade(
  counter: Counter,
  random: Random,
  signNow: () => Promise<void>,
): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const products: ProductId[] = [];
  for (let n = 1; n <= PRODUCTS; n += 1) {
    products.push(ProductId.parse(idOf(await counter.add(`Product ${n}`, 10_000))));
  }
  const names = { first_name: "Efua", last_name: "Mensah" };
  const customer = idOf(await counter.addCustomer({ ...names, email: "e@x.example" }));
  const sales: SaleId[] = [];
  const prices = new Map<ProductId, number>();
  for (let n = 1; n <= SALES; n += 1) {
    const product = pick(products);
    const items = [
      [product, 1 + Math.floor(random() * 5), prices.get(product) ?? PRICE_MINOR],
    ] as const;
    const to = random() < 0.3 ? { customer } : {};
    sales.push(SaleId.parse(idOf(await counter.sell(items, to))));
    if (random() < 0.1) await counter.void(pick(sales));
    if (random() < 0.1) await counter.adjust(pick(products), 1 + Math.floor(random() * 9));
    if (random() < 0.1) {
      await counter.change(product, { price: 1000 + n });
      prices.set(product, 1000 + n);
    }
    if (n % SIGN_EVERY === 0) await signNow();
  }
}

type CommandOutcome = Accepted | Readonly<{ id: string }> | Rejection;

/** The id of what a command created. */
function idOf(outcome: CommandOutcome): string {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`);
  if ("id" in outcome) return outcome.id;
  const [first] = outcome.events;
  if (first?.event.type !== "SaleRecorded") throw new Error("no sale was made");
  return first.event.data.saleId;
}

/** Signs everything up to the head. */
export async function sign(relay: Pool, tenantId: TenantId, keys: SigningKeys): Promise<void> {
  const { rows } = await relay.query<{ seq: number; chain: Buffer }>(
    "select seq, chain from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  const [head] = rows;
  if (!head) throw new Error("no head");
  const sealed = await signTenant(relay, { tenantId, ...head }, { keys, clock: Date.now });
  if ("refusal" in sealed) throw new Error(`not signed: ${sealed.refusal.message}`);
}

export async function project(pool: Pool): Promise<void> {
  const scope = { tenantIds: SHOPS, projections: PROJECTIONS };
  for (;;) {
    const reached = await consume({ pool, dataKey: DATA_KEY }, scope, fromLog());
    if (reached.size === 0) return;
  }
}
