import { CheckAnswer, type CheckRequest } from "#kernel/contract/api/till/entries.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import type { RawAnswer } from "#web/api/signed-request.ts";
import type { Cart } from "#web/state/cart.ts";

import { timeoutOf } from "./deliver.ts";
import { createMemory, type EngineDeps, type TillContext } from "./memory.ts";
import { createTokens } from "./receipt-token.ts";
import { createRounds } from "./rounds.ts";
import type { TillRow } from "./rows.ts";
import { type MadeSale, makeSale, type SaleFacts, stillMade, taxedAs } from "./sale-entry.ts";
import { phaseOf, toOwnSale } from "./shown.ts";
import { sign } from "./signer.ts";
import { type NewTillSale, NoTill, type OwnSale } from "./till-now.ts";

const CHECK_WITHIN_MS = 1_000;
const KEPT_MS = 60 * 86_400_000;

export type Engine = ReturnType<typeof createEngine>;

/**
 * The till at work: it keeps what the screens show, records sales, sends and downloads. It knows
 * nothing of the browser, so that tests can run it anywhere.
 */
export function createEngine(deps: EngineDeps) {
  const memory = createMemory(deps);
  const context: TillContext = { ...deps, memory };
  const { want, contact, send, stop } = createRounds(context);
  const tokens = createTokens();
  let isClosed = false;
  return {
    read: memory.read,
    tick: memory.tick,
    want,
    contact,
    recordSale: async (sale: NewTillSale): Promise<OwnSale> => {
      const recorded = await recordSale(context, sale, tokens);
      // Before the receipt is drawn: the page may be left at once.
      deps.later(() => {
        // The sale is on the device, which sends it when it is opened again.
        if (isClosed) return;
        deps.announce();
        send();
      });
      (deps.drawn ?? deps.later)(() => memory.publish());
      return recorded;
    },
    check: (cart: Cart) => check(context, cart),
    signedPost: (path: string, json: object) => signedPost(context, path, json),
    woke: (): void => deps.clock.woke(),
    setPersistent: (isPersistent: boolean): void => memory.publish({ isPersistent }),
    exportUnsent: () => exportUnsent(context),
    dropOldSales: (): Promise<void> => deps.store.dropSalesBefore(deps.clock.nowMs() - KEPT_MS),
    close: (): void => {
      isClosed = true;
      memory.close();
      stop();
    },
  };
}

async function recordSale(
  context: TillContext,
  sale: NewTillSale,
  tokens: ReturnType<typeof createTokens>,
): Promise<OwnSale> {
  const { store, clock, memory } = context;
  const { till, data } = memory.now();
  const atMs = clock.nowMs();
  const person = context.person();
  const isActive = phaseOf({ till, data }, atMs) === "active";
  if (!isActive || till === undefined || data === undefined || person === undefined) {
    throw new NoTill();
  }
  const { parts, row, isStored, approval } = sale;
  const { seq: basis, settings, products } = data;
  const cart = taxedAs(sale.cart, products);
  const taken = settings.receiptLinks === true ? tokens.take() : undefined;
  // The write begins within the press, unless two sales follow each other at once.
  const token = taken instanceof Promise ? await taken : taken;
  const facts = { cart, parts, cartId: row.id, person, atMs, basis, settings, approval, token };
  const writing = store.recordSale({
    cartId: row.id,
    isStored,
    make: (current) => {
      // Another tab may know more.
      if (current.state !== "active" || current.isCopied === true) throw new NoTill();
      return (early && stillMade(till, current, early)) ?? makeSale(current, facts);
    },
  });
  // While the database gets ready, so that the receipt can be drawn meanwhile.
  const early = tryToMake(till, facts);
  const shown = early && toOwnSale(early.sale);
  if (shown) sale.onMade?.(shown);
  const made = await writing;
  const { sales, toSend } = memory.now();
  memory.keep({
    till: made.till,
    sales: new Map(sales).set(made.sale.entry.id, made.sale),
    toSend: toSend + 1,
  });
  return made.sale === early?.sale && shown ? shown : toOwnSale(made.sale);
}

/** Undefined: the write will say why. */
function tryToMake(till: TillRow, facts: SaleFacts): MadeSale | undefined {
  try {
    return makeSale(till, facts);
  } catch {
    return undefined;
  }
}

async function signedPost(
  { store, memory, tenantId, send }: TillContext,
  path: string,
  json: object,
  withinMs?: number,
): Promise<RawAnswer> {
  const keys = await store.readKeys();
  const till = memory.now().till?.number;
  if (keys === undefined || till === undefined) throw new NoTill();
  const body = await sign(keys, path, { tenant: tenantId, till, ...json });
  return send(path, body, withinMs ?? timeoutOf(body.bytes.length));
}

async function check(context: TillContext, { lines }: Cart): Promise<CheckAnswer | undefined> {
  const questions: CheckRequest["lines"] = lines.flatMap(
    ({ productId, quantity, listPriceMinor, open }) => {
      const id = open ? undefined : ProductId.safeParse(productId).data;
      return id ? [{ productId: id, quantity, listPriceMinor }] : [];
    },
  );
  // Amounts without a product have no stock and no other price.
  if (questions.length === 0) return undefined;
  try {
    const json = { lines: questions };
    const answer = await signedPost(context, "/api/v1/till/check", json, CHECK_WITHIN_MS);
    return answer.status === 200 ? CheckAnswer.safeParse(answer.json).data : undefined;
  } catch {
    return undefined;
  }
}

async function exportUnsent({ store, memory, tenantId, clock }: TillContext): Promise<string> {
  const { till } = memory.now();
  return JSON.stringify({
    tenant: tenantId,
    till: till?.number,
    name: till?.name,
    exported_at: new Date(clock.nowMs()).toISOString(),
    entries: await store.readUnsent(),
  });
}
