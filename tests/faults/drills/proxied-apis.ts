import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { openTcpProxy, type TcpProxy } from "#tests/kit/fakes/tcp-proxy.ts";

export type Proxied = Readonly<{
  /** The administrator's address of the database, through the proxy. */
  url: string;
  proxy: TcpProxy;
}>;

/** Both APIs, and a proxy through which other copies of them can reach the same database. */
export async function withProxiedApis(
  work: (apis: Apis, proxied: Proxied) => Promise<void>,
): Promise<void> {
  const apis = await openApis();
  const url = new URL(apis.adminUrl);
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  try {
    await work(apis, { url: url.href, proxy });
  } finally {
    await proxy.close();
    await apis.close();
  }
}
