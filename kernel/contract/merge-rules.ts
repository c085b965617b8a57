/** What meets while a till sells without a network, and what comes of it. */
export type MergeRule = Readonly<{ meets: string; result: string }>;

/**
 * The rules in the words of a shop owner. The page in the app shows them, and docs/selling-offline.md has
 * the same text.
 */
export const MERGE_RULES: readonly MergeRule[] = [
  {
    meets: "Two tills sell the last one",
    result:
      "Both sales count, because both took place. The stock goes below 0 and is listed until you count it, or book what is missing.",
  },
  {
    meets: "You change a price while a till is offline",
    result:
      "The sale counts at the price on the receipt. It is listed if another price was in force when it took place.",
  },
  {
    meets: "You delete a product that a till still sells",
    result: "The sale counts, and is listed.",
  },
  {
    meets: "You change the tax rate, or how a product is taxed",
    result: "The sale counts with the tax that the till knew and printed.",
  },
  {
    meets: "A sale, price or discount by a person who had no right to it then",
    result: "The sale counts, and is listed with the person's name.",
  },
  {
    meets: "A sale by a person who is not on your staff",
    result: "The sale counts, and is listed.",
  },
  {
    meets: "The till made another sum than your rules",
    result: "The sale counts with the sum on the receipt, and is listed with both sums.",
  },
  {
    meets: "You count the stock before an earlier sale arrives",
    result: "Your count stays: what was sold before it does not change the stock again.",
  },
  {
    meets: "You erase a customer whom a till still sells to",
    result: "The sale counts, without the name and the note.",
  },
  {
    meets: "A till sells to a customer who is not in your list",
    result: "The sale counts without a customer, and is listed.",
  },
  {
    meets: "One phone number is added as two customers",
    result: "Both customers stay, and are listed until you decide.",
  },
  {
    meets: "Two sales have one receipt number",
    result: "Both sales count, and are listed. It can happen when a till was copied or restored.",
  },
  {
    meets: "You void a sale of a till",
    result:
      "It is voided as any other sale: what it took from the stock is added back, and it leaves that day's totals.",
  },
  {
    meets: "The clock of a till is wrong",
    result:
      "A time that cannot be is replaced by the nearest one that can. The till's own time is kept beside it, and the sale is listed.",
  },
  {
    meets: "The till sends something that cannot be recorded",
    result:
      "It is set aside with the reason, and the next sales go on. You record it or discard it.",
  },
  {
    meets: "A till has made more than has arrived",
    result:
      "It is listed after an hour without a call. Of a removed till you can book the rest as lost.",
  },
  {
    meets: "You remove a till that still has sales",
    result: "What it sends afterwards is set aside, and you decide on each sale.",
  },
  { meets: "Your plan has a limit", result: "A till never stops selling because of it." },
  {
    meets: "Your business is suspended",
    result:
      "What tills sold before counts. Later sales stay on the tills until the suspension ends.",
  },
];
