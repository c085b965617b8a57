import { EntitySchema } from "typeorm";

const minor = {
  type: "bigint",
  transformer: { from: Number, to: (value: number) => value },
} as const;

export const Product = new EntitySchema<{
  tenantId: string;
  id: string;
  name: string;
  priceMinor: number;
  stock: number;
}>({
  name: "products",
  columns: {
    tenantId: { type: "uuid", name: "tenant_id", primary: true },
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    priceMinor: { ...minor, name: "price_minor" },
    stock: { type: "int" },
  },
});

export const Counter = new EntitySchema<{ tenantId: string; value: number }>({
  name: "counters",
  columns: {
    tenantId: { type: "uuid", name: "tenant_id", primary: true },
    value: { type: "int" },
  },
});

export const Sale = new EntitySchema<{
  tenantId: string;
  id: string;
  receipt: number;
  totalMinor: number;
  paymentMethod: string;
  createdAt: Date;
}>({
  name: "sales",
  columns: {
    tenantId: { type: "uuid", name: "tenant_id", primary: true },
    id: { type: "uuid", primary: true },
    receipt: { type: "int" },
    totalMinor: { ...minor, name: "total_minor" },
    paymentMethod: { type: "text", name: "payment_method" },
    createdAt: { type: "timestamptz", name: "created_at" },
  },
});

export const SaleLine = new EntitySchema<{
  id?: number;
  tenantId: string;
  saleId: string;
  productId: string;
  name: string;
  quantity: number;
  unitPriceMinor: number;
}>({
  name: "sale_lines",
  columns: {
    id: { type: "bigint", primary: true, generated: "increment" },
    tenantId: { type: "uuid", name: "tenant_id" },
    saleId: { type: "uuid", name: "sale_id" },
    productId: { type: "uuid", name: "product_id" },
    name: { type: "text" },
    quantity: { type: "int" },
    unitPriceMinor: { ...minor, name: "unit_price_minor" },
  },
});

export const Key = new EntitySchema<{ tenantId: string; key: string; saleId: string }>({
  name: "keys",
  columns: {
    tenantId: { type: "uuid", name: "tenant_id", primary: true },
    key: { type: "uuid", primary: true },
    saleId: { type: "uuid", name: "sale_id" },
  },
});
