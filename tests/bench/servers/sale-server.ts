import fastifyJwt from "@fastify/jwt";
import fastify from "fastify";
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import * as z from "zod/mini";

import { RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";

export type SaleToRecord = Readonly<{
  tenantId: string;
  key: string;
  items: readonly Readonly<{ product_id: string; quantity: number; unit_price: number }>[];
  paymentMethod: string;
}>;

export type RecordedSale = Readonly<{ id: string; receipt: number; totalMinor: number }>;

const SECRET = "a secret of the benchmark only, thirty-two bytes or more";
const Token = z.object({ tid: z.string() });

/** A usual sale endpoint: token, validation, one transaction by `record`. */
export async function serveSales(
  port: number,
  record: (sale: SaleToRecord) => Promise<RecordedSale>,
): Promise<void> {
  const app = fastify({ logger: false });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(fastifyJwt, { secret: SECRET, verify: { cache: 10_000 } });
  app.withTypeProvider<ZodTypeProvider>().route({
    method: "POST",
    url: "/api/sales.php",
    schema: { body: RecordSaleRequest },
    handler: async (request) => {
      await request.jwtVerify();
      const { tid: tenantId } = Token.parse(request.user);
      const { items, payment_method: paymentMethod } = request.body;
      const key = String(request.headers["idempotency-key"]);
      const sale = await record({ tenantId, key, items, paymentMethod });
      const data = { id: sale.id, receipt_number: sale.receipt, total_amount: sale.totalMinor };
      return { success: true, message: "Sale recorded", data };
    },
  });
  app.get("/health/ready", () => ({ success: true }));
  app.route({
    method: "POST",
    url: "/token",
    handler: async (request) => ({ token: app.jwt.sign(Token.parse(request.body)) }),
  });
  await app.listen({ host: "127.0.0.1", port });
}
