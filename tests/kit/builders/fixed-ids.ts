import {
  CommandId,
  CustomerId,
  ProductId,
  SaleId,
  StreamId,
  UserId,
} from "#kernel/contract/ids.ts";

// Ids that read well in a failure: the kind first, the number last.
const idOf = (kind: string, n: number): string =>
  `${kind}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;

export const productId = (n: number): ProductId => ProductId.parse(idOf("018f0a00", n));
export const customerId = (n: number): CustomerId => CustomerId.parse(idOf("018f0b00", n));
export const saleId = (n: number): SaleId => SaleId.parse(idOf("018f0c00", n));
export const commandId = (n: number): CommandId => CommandId.parse(idOf("018f0d00", n));
export const userId = (n: number): UserId => UserId.parse(idOf("018f0e00", n));
export const streamId = (n: number): StreamId => StreamId.parse(idOf("018f0f00", n));
