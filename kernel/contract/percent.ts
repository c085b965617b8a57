/** "+12.4%", "-3.2%", "+0.0%" */
export const signedPercent = (percent: number): string =>
  `${percent < 0 ? "" : "+"}${percent.toFixed(1)}%`;
