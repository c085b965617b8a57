import { DECIDERS, type Fold } from "#command-api/deciders.ts";
import { sale } from "#command-api/sale/sale.ts";

/** By stream type. */
export const FOLDS: ReadonlyMap<string, Fold> = new Map(
  DECIDERS.map((decider) => [decider.streamType, decider]),
);

/** In these streams the last event alone determines the state. A log has one of them per sale. */
export const FOLDED_BY_LAST: readonly string[] = [sale.streamType];
