import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { type Counter, openCounter } from "#tests/integration/tills/counter-sales.ts";
import { lastSeqOf } from "#tests/integration/tills/entries-api.ts";
import { joinStaff } from "#tests/integration/tills/join-staff.ts";

import { figuresOf } from "./figures.ts";
import { CUSTOMERS, FIRST_RATE_BP, PRODUCTS, type Step, TILLS } from "./imagine.ts";
import type { Mishaps, Network } from "./network.ts";
import type { Names } from "./sold-cart.ts";
import { createTill, type InterleavedTill } from "./till.ts";

/** Both APIs with the projector, on a clock that the histories move. */
export type World = Readonly<{ apis: Apis; setNow: (ms: number) => void }>;

const STEP_MS = 3_000;
const OPENING = 50;

type Counters = Readonly<{
  counter: Counter;
  tills: readonly InterleavedTill[];
  names: Names;
  cashier: UserId;
  /** The position of the data that the tills begin with. */
  firstBasis: number;
}>;

/**
 * For each network a new shop lives through the steps, all at once on one clock, as many shops do on
 * one server. Everything arrives in the end.
 */
export async function live(
  world: World,
  steps: readonly Step[],
  networks: readonly Network[],
  mishaps: Mishaps,
): Promise<readonly Outcome[]> {
  const fromMs = Date.now();
  world.setNow(fromMs);
  const shops = await inAll(networks, async (network) => {
    const opened = await open(world, network, mishaps);
    return { ...opened, network, perform: performer(world, opened, steps) };
  });
  for (const [index, step] of steps.entries()) {
    const atMs = fromMs + STEP_MS * (index + 1);
    world.setNow(atMs);
    await inAll(shops, async ({ perform, tills, network }) => {
      await perform(step, index, atMs);
      for (const till of TILLS) if (network.delivers(till)) await tills[till]?.send();
    });
  }
  world.setNow(fromMs + STEP_MS * (steps.length + 1));
  return inAll(shops, (shop) => outcomeOf(world, shop));
}

type Outcome = Awaited<ReturnType<typeof figuresOf>>;

const inAll = <In, Out>(all: readonly In[], work: (each: In) => Promise<Out>): Promise<Out[]> =>
  Promise.all(all.map(work));

/** Sends the rest. */
async function outcomeOf({ apis }: World, { tills, counter, names }: Counters): Promise<Outcome> {
  while (tills.some((till) => !till.isEmpty())) {
    for (const till of tills) await till.send();
  }
  for (const till of tills) {
    const last = await lastSeqOf(apis, till.till);
    if (last !== till.made()) throw new Error(`${last} of ${till.made()} entries arrived`);
  }
  const products = PRODUCTS.map((_, at) => names.productOf(at));
  return figuresOf(apis, counter, products);
}

async function open({ apis }: World, network: Network, mishaps: Mishaps): Promise<Counters> {
  const counter = await openCounter(apis);
  const rules = { tax_rate: FIRST_RATE_BP / 100, oversell_policy: "allow" };
  await counter.ask("PUT", "/api/v1/settings/business", rules);
  const cashier = UserId.parse(newId());
  const store = createEventStore(apis.as("cmd_writer"));
  const joining = { type: "JoinStaff", userId: cashier, role: "cashier" } as const;
  await joinStaff(store, counter.tenantId, joining);
  const products: string[] = [];
  for (const name of PRODUCTS) products.push(await counter.addProduct(name, OPENING));
  const customers: string[] = [];
  for (const name of CUSTOMERS) customers.push(await counter.addCustomer(name));
  const models = [counter.till, await counter.secondTill(), await counter.secondTill()];
  const [noProduct, noCustomer] = [newId(), newId()];
  const names: Names = {
    productOf: (product) => products[product] ?? noProduct,
    customerOf: (customer) => customers[customer] ?? noCustomer,
  };
  return {
    counter,
    tills: models.map((till) => createTill(till, { names, network, mishaps })),
    cashier,
    names,
    firstBasis: await endOfLog(apis, counter),
  };
}

function performer({ apis }: World, opened: Counters, steps: readonly Step[]) {
  const { counter, tills, names, cashier } = opened;
  /** The ids of sales, by their step. */
  const sales = new Map<number, string>();
  const basis = TILLS.map(() => opened.firstBasis);
  /** One day for all, also around midnight. */
  const businessDate = new Date().toISOString().slice(0, "2026-11-21".length);

  const voidSale = async (at: number): Promise<void> => {
    const [step, id] = [steps[at], sales.get(at)];
    if (id === undefined) throw new Error("there is no such sale");
    if (step?.is === "sale") await tills[step.till]?.sendUpTo(id);
    await counter.ask("DELETE", "/api/sales.php", { id });
  };

  return async (step: Step, index: number, at: number): Promise<void> => {
    switch (step.is) {
      case "sale": {
        const id = tills[step.till]?.sell({
          sale: step,
          atMs: at,
          person: step.person === "cashier" ? cashier : UserId.parse(counter.ownerId),
          basis: basis[step.till] ?? 0,
          businessDate,
        });
        if (id === undefined) throw new Error("there is no such till");
        sales.set(index, id);
        return;
      }
      case "download":
        basis[step.till] = await endOfLog(apis, counter);
        return;
      case "online": {
        const { product, quantity, priceMinor } = step;
        const item = {
          product_id: names.productOf(product),
          quantity,
          unit_price: priceMinor / 100,
        };
        // With a key, as an equal sale without one can be a repeat of the first.
        const body = { items: [item], payment_method: "cash", client_sale_id: newId(at) };
        sales.set(index, idOf(await counter.ask("POST", "/api/sales.php", body)));
        return;
      }
      case "void":
        return voidSale(step.sale);
      case "count":
        return void (await counter.changeProduct(names.productOf(step.product), {
          stock: step.to,
        }));
      case "price": {
        const price = step.minor / 100;
        return void (await counter.changeProduct(names.productOf(step.product), { price }));
      }
      case "deletion": {
        const id = names.productOf(step.product);
        return void (await counter.ask("DELETE", `/api/products.php?id=${id}`, {}));
      }
      case "erasure": {
        const id = names.customerOf(step.customer);
        return void (await counter.ask("POST", `/api/v1/customers/${id}/erase`, {}));
      }
      case "tax": {
        const rate = { tax_rate: step.rateBp / 100 };
        return void (await counter.ask("PUT", "/api/v1/settings/business", rate));
      }
    }
  };
}

async function endOfLog({ query }: Apis, { tenantId }: Counter): Promise<number> {
  const [row] = await query<{ seq: number }>(
    "select seq::int from es.tenant_heads where tenant_id = $1",
    [tenantId],
  );
  return row?.seq ?? 0;
}
