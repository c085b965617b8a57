const AMOUNT = /\S*\d\.\d{2}(?!\d|%)\S*/g;
const CEDIS = /^[-+(]?GH₵\d{1,3}(,\d{3})*\.\d{2}[).,;:]*$/;
const PLAIN = /^-?\d{1,3}(,\d{3})*\.\d{2}$/;

/** Amounts in a text that are not formatted as cedis. */
export const strangeAmounts = (text: string, isPlainAllowed: boolean): string[] =>
  (text.replaceAll(/GH₵\s+/g, "GH₵").match(AMOUNT) ?? []).filter(
    (amount) => !CEDIS.test(amount) && !(isPlainAllowed && PLAIN.test(amount)),
  );
