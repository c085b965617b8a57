import * as z from "zod/mini";

import { PaymentMethod } from "#kernel/contract/api/sale.ts";

import { Cart, emptyCart } from "./cart.ts";
import { deviceStore } from "./device-store.ts";

/** A cart that waits for its customer to come back. */
export const ParkedCart = z.object({ id: z.string(), parkedMs: z.int(), cart: Cart });
export type ParkedCart = z.infer<typeof ParkedCart>;

/** Of a person in a shop. */
export const draftStore = deviceStore("cart", Cart, emptyCart);
export const parkedStore = deviceStore("parked", z.array(ParkedCart), []);

/** Of a shop on this device, whoever sells. */
export const favouriteStore = deviceStore("favourites", z.array(z.string()), []);
export const tenderStore = deviceStore("tenders", z.array(PaymentMethod), []);
