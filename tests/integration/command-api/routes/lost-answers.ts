import { randomUUID } from "node:crypto";

import { openCuttingProxy } from "#tests/kit/fakes/cutting-proxy.ts";
import { listen, type ReceivedAnswer, send } from "#tests/kit/http/raw-http.ts";
import type { RowTest } from "#tests/scorecard/row.ts";

import { PRICE } from "./ask.ts";
import { openTwoTenants, type TwoTenants } from "./two-tenants.ts";

const PROXIES = 8;
const PARALLEL = 20;
const CONTROLS = 20;

type Post = (key: string) => Promise<ReceivedAnswer>;

const postingTo =
  (shops: TwoTenants, product: string, port: number): Post =>
  (key) =>
    send(
      {
        port,
        method: "POST",
        path: "/api/sales.php",
        agent: false,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${shops.tokenOf("cashier")}`,
          "idempotency-key": key,
        },
      },
      JSON.stringify({ items: [{ product_id: product, quantity: 1, unit_price: PRICE }] }),
    );

/** The keys that have another number of sales than one. */
async function notOnce({ query, tenantId }: TwoTenants, keys: readonly string[]) {
  const rows = await query<{ key: string; n: number }>(
    `select k.key, count(e.seq)::int as n
       from unnest($2::uuid[]) k (key)
       left join es.events e
         on e.tenant_id = $1 and e.command_id = k.key and e.type = 'SaleRecorded'
      group by k.key having count(e.seq) <> 1`,
    [tenantId, keys],
  );
  return rows.length;
}

const isSame = ([first, ...others]: readonly ReceivedAnswer[]): boolean =>
  others.every(({ status, body }) => status === 200 && body === first?.body);

/**
 * Sales whose connection is cut, in turn after the answer left the service and after the request
 * reached it. Each is sent again under its key, twice.
 */
async function sellThroughCuts(shops: TwoTenants, product: string, count: number) {
  const port = await portOf(shops);
  const keys: string[] = [];
  let [lost, different] = [0, 0];
  const seller = async (): Promise<void> => {
    const proxy = await openCuttingProxy(`http://127.0.0.1:${port}`);
    const post = postingTo(shops, product, Number(new URL(proxy.url).port));
    while (keys.length < count) {
      const key = randomUUID();
      keys.push(key);
      proxy.cut();
      const isLost = await post(key).then(
        () => false,
        () => true,
      );
      if (isLost) lost += 1;
      if (!isSame([await post(key), await post(key)])) different += 1;
    }
    await proxy.close();
  };
  await Promise.all(Array.from({ length: PROXIES }, seller));
  return { lost, different, wrong: await notOnce(shops, keys) };
}

/** Twenty requests at once under one key, again and again. */
async function sellInParallel(shops: TwoTenants, product: string, rounds: number) {
  const post = postingTo(shops, product, await portOf(shops));
  const keys = Array.from({ length: rounds }, () => randomUUID());
  let different = 0;
  for (const key of keys) {
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => post(key)));
    if (!isSame(answers)) different += 1;
  }
  return { different, wrong: await notOnce(shops, keys) };
}

const ports = new WeakMap<TwoTenants, Promise<number>>();
function portOf(shops: TwoTenants): Promise<number> {
  const port = ports.get(shops) ?? listen(shops.service.app);
  ports.set(shops, port);
  return port;
}

/** The database forgets every key as soon as it is stored. */
const forgetKeys = ({ query }: TwoTenants) =>
  query(
    `create function public.forget() returns trigger language plpgsql security definer as
       'begin delete from es.commands; return null; end';
     create trigger forget after insert on es.commands
       for each statement execute function public.forget();`,
  );

/** Each sale has one effect and one answer, however often it is sent. */
export async function proveOneEffect(
  { figure, control }: RowTest,
  { cuts, rounds }: Readonly<{ cuts: number; rounds: number }>,
): Promise<void> {
  const shops = await openTwoTenants();
  try {
    const product = await shops.addProduct("Milo", 1_000_000);
    const cut = await sellThroughCuts(shops, product, cuts);
    figure("answers lost", cut.lost, { atLeast: cuts });
    figure("lost answers with another effect than one sale", cut.wrong, { exactly: 0 });
    figure("repeats with another answer", cut.different, { exactly: 0 });
    const parallel = await sellInParallel(shops, product, rounds);
    figure(
      `keys sent ${PARALLEL} times at once with another effect than one sale`,
      parallel.wrong,
      {
        exactly: 0,
      },
    );
    figure("such keys with different answers", parallel.different, { exactly: 0 });
    await forgetKeys(shops);
    const forgetful = await sellThroughCuts(shops, product, CONTROLS);
    control("doubled sales of a database that forgets its keys", forgetful.wrong, { atLeast: 1 });
  } finally {
    await shops.close();
  }
}
