import { EntriesAnswer, type Entry } from "#kernel/contract/api/till/entries.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import type { ModelTill } from "#tests/kit/till/model-till.ts";
import { afterAnswer, settledBy } from "#web/till/answers.ts";
import type { TillRow } from "#web/till/rows.ts";
import { makeSale } from "#web/till/sale-entry.ts";

import type { TillSale } from "./imagine.ts";
import { type Mishaps, MOST_AT_ONCE, type Network } from "./network.ts";
import { cartOf, type Names, oddBody, tendersOf } from "./sold-cart.ts";

const BUSY = 503;
const MOST_TRIES = 10;

type Sale = Readonly<{
  sale: TillSale;
  atMs: number;
  person: UserId;
  /** The position of the log that its data have. */
  basis: number;
  businessDate: string;
}>;

/**
 * A till that counts its entries and reads answers by its own code; only its database and its network
 * are left out. A repeat or a lost answer must change nothing, and each entry must be accepted, once.
 */
export function createTill(
  till: ModelTill,
  { names, network, mishaps }: Readonly<{ names: Names; network: Network; mishaps: Mishaps }>,
) {
  let row: TillRow = {
    generation: 1,
    publicKey: till.signer.publicKey,
    number: till.till,
    name: "Counter",
    state: "active",
    nextSeq: 1,
    nextReceipt: 1,
  };
  let unsent: readonly Entry[] = [];
  const answered: Entry[] = [];
  const arrived = new Set<string>();

  /** A till whose server has no time sends the same again. */
  async function deliver(...request: Parameters<ModelTill["send"]>) {
    for (let tries = 1; ; tries += 1) {
      const { status, body } = await till.send(...request);
      if (status === 200) return { answer: EntriesAnswer.parse(body), wasBusy: tries > 1 };
      if (status !== BUSY || tries === MOST_TRIES) {
        throw new Error(`${status} ${JSON.stringify(body)}`);
      }
    }
  }

  /** Sends the next entries, up to `upTo` if there is one. */
  async function send(upTo?: string): Promise<void> {
    const last = unsent.findIndex(({ id }) => id === upTo);
    const next = unsent.slice(0, last < 0 ? network.most() : last + 1).slice(0, MOST_AT_ONCE);
    const repeated = network.repeats();
    const again = repeated > 0 ? answered.slice(-repeated) : [];
    const entries = [...again, ...next];
    if (entries.length === 0) return;
    mishaps.repeated += again.length;
    const log = row.log ? { log: row.log } : {};
    const { answer, wasBusy } = await deliver(entries, { told_seq: row.nextSeq - 1, ...log });
    const isExpected = entries.every(({ id }, at) => {
      const { id: answeredId, state } = answer.results[at] ?? {};
      // A server without time for an answer may still have the entries.
      const isNew = wasBusy ? state === "accepted" || state === "already" : state === "accepted";
      return answeredId === id && (arrived.has(id) ? state === "already" : isNew);
    });
    if (!isExpected || answer.results.length !== entries.length) {
      throw new Error(`an entry was refused: ${JSON.stringify(answer.results)}`);
    }
    for (const { id } of entries) arrived.add(id);
    if (network.losesAnswer()) {
      mishaps.lost += 1;
      return;
    }
    const settled = new Set(settledBy(entries, answer).map(({ entry }) => entry.id));
    answered.push(...unsent.filter(({ id }) => settled.has(id)));
    unsent = unsent.filter(({ id }) => !settled.has(id));
    const after = afterAnswer(row, answer, unsent[0]?.seq ?? row.nextSeq);
    const isWrong = after.resendFrom !== undefined || after.till.isCopied || after.till.needsAll;
    if (isWrong === true) throw new Error(`the till was misled: ${JSON.stringify(after)}`);
    row = after.till;
  }

  return {
    till,
    send,
    isEmpty: () => unsent.length === 0,
    made: () => row.nextSeq - 1,
    /** Returns the id of the sale. */
    sell: ({ sale, atMs, person, basis, businessDate }: Sale): string => {
      const made = makeSale(row, {
        cart: cartOf(sale, names),
        parts: tendersOf(sale.pays, cartTotal(sale)),
        cartId: "",
        person,
        atMs,
        basis,
        settings: { currency: "GHS", timezone: "Africa/Accra", taxRateBp: sale.rateBp },
      });
      const { entry } = made.sale;
      const { receiptNumber } = entry.body;
      const odd = oddBody(sale, names, { receiptNumber, businessDate });
      unsent = [...unsent, { ...entry, body: odd ?? { ...entry.body, businessDate } }];
      row = made.till;
      return entry.id;
    },
    /** Until the server has this entry. */
    sendUpTo: async (id: string): Promise<void> => {
      while (!arrived.has(id)) await send(id);
    },
  };
}

const cartTotal = ({ sold }: TillSale): number =>
  sold.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, 0);

export type InterleavedTill = ReturnType<typeof createTill>;
