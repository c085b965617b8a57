import { randomBytes } from "node:crypto";

import { ensureWebApp } from "#standalone/product/web-app.ts";
import { connectionAs } from "#tests/kit/database/test-roles.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";
import { differingRows } from "#tests/kit/product/differences.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { serviceEnvironment } from "#tests/kit/product/product-processes.ts";
import { type ServiceProcess, startServiceProcess } from "#tests/kit/product/service-process.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";
import { freshDatabase, kafka, redis } from "#tests/kit/services/services.ts";

/** A connection between two parts that can be cut: nothing passes until it is whole. */
export type Link = Readonly<{
  name: string;
  cut: () => Promise<void> | void;
  restore: () => Promise<void> | void;
}>;

export type CuttableProduct = Readonly<{
  url: string;
  adminUrl: string;
  /** The database's address through the command API's proxy. */
  cuttableUrl: string;
  links: readonly Link[];
  services: readonly ServiceProcess[];
  differingRows: (tenantId: string) => Promise<number>;
  stop: () => Promise<void>;
}>;

type Target = Readonly<{ name: string; url: string }>;

/** One of each service, each connected with what it needs through a proxy of its own. */
export async function startCuttableProduct(): Promise<CuttableProduct> {
  await ensureWebApp(() => undefined);
  const [database, broker, store] = await Promise.all([
    freshDatabase(),
    kafka({ own: true }),
    redis({ own: true }),
  ]);
  const dataKey = randomBytes(32);
  const { adminUrl } = database;
  const common = {
    ...serviceEnvironment({ adminUrl, brokers: broker.brokers }),
    ...LIMITLESS,
    DATA_KEY: dataKey.toString("base64"),
  };
  const links: Link[] = [];
  const proxies: TcpProxy[] = [];
  const services: ServiceProcess[] = [];
  const through = async (from: string, { name, url: target }: Target): Promise<string> => {
    const url = new URL(target);
    const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    proxies.push(proxy);
    links.push({ name: `${from} and ${name}`, cut: proxy.hold, restore: proxy.letGo });
    return url.href.replace(/\/$/, "");
  };
  const start = async (service: string, env: Readonly<Record<string, string>>) => {
    const process = startServiceProcess({
      service,
      port: await ownPort(),
      env: { ...common, ...env },
    });
    services.push(process);
    return process;
  };
  const postgres = { name: "Postgres", url: connectionAs("query_ro", adminUrl).url };
  const limits = { name: "Redis", url: store.url };

  const command = await start("command-api", {
    DATABASE_URL: await through("command API", postgres),
    REDIS_URL: await through("command API", limits),
  });
  const query = await start("query-api", {
    DATABASE_URL: await through("query API", postgres),
    REDIS_URL: await through("query API", limits),
  });
  await start("projector", { DATABASE_URL: await through("projector", postgres) });
  const web = await start("web/server", {
    COMMAND_API_URL: await through("web server", { name: "command API", url: command.url }),
    QUERY_API_URL: await through("web server", { name: "query API", url: query.url }),
  });
  // Kafka tells its clients its own address, so it is cut off from all of them at once.
  links.push({ name: "all and Kafka", cut: broker.freeze, restore: broker.thaw });
  await Promise.all(services.map((service) => service.ready()));

  const cuttableUrl = new URL(adminUrl);
  cuttableUrl.host = `127.0.0.1:${proxies[0]?.port}`;
  return {
    url: web.url,
    adminUrl,
    cuttableUrl: cuttableUrl.href,
    links,
    services,
    differingRows: (tenantId) => differingRows(adminUrl, [tenantId], dataKey),
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await database.drop();
    },
  };
}
