/**
 * How well a number separates two samples (area under the ROC curve): 0.5 not at all, 0 or 1
 * completely.
 */
export function separation(some: readonly number[], others: readonly number[]): number {
  const wins = some.reduce(
    (sum, one) =>
      sum + others.reduce((own, other) => own + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  );
  return wins / (some.length * others.length);
}
