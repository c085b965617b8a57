export type Unit = { name: string; perUnit: number };

/** Stock is counted in base units; what is shown is whole sale units (R28). */
export const toWholeUnits = (stock: number, unit: Unit | null): number =>
  unit === null ? stock : Math.floor(stock / unit.perUnit);
