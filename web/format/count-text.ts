/** "1 product", "1,246 sales". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-GH")} ${count === 1 ? one : many}`;

/** How many a search leaves: "164 products", "3 of 164 products". */
export const foundText = (found: number, all: number, one: string): string =>
  found === all ? counted(all, one) : `${found.toLocaleString("en-GH")} of ${counted(all, one)}`;
