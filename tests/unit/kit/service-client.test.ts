import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openChannel } from "#tests/kit/services/service-channel.ts";
import { askOver, createServices } from "#tests/kit/services/service-client.ts";
import type { ServiceHost } from "#tests/kit/services/service-host.ts";
import type { Services } from "#tests/kit/services/service-types.ts";

let asked: unknown[][];
let services: Services;
let close: () => void;

const host: ServiceHost = {
  missing: () => Promise.resolve({}),
  start: (name, own) => {
    asked.push(["start", name, own]);
    const started = { id: own ? `${name}-1` : name, address: `at-${name}` };
    return name === "redis" ? Promise.reject(new Error("no redis here")) : Promise.resolve(started);
  },
  act: (id, action) => {
    asked.push(["act", id, action]);
    return Promise.resolve();
  },
  createDatabase: (isEmpty) => {
    asked.push(["createDatabase", isEmpty]);
    return Promise.resolve({ name: "test_1", adminUrl: "postgres://x/test_1" });
  },
  dropDatabase: (name) => {
    asked.push(["dropDatabase", name]);
    return Promise.resolve();
  },
  stop: () => Promise.resolve(),
};

beforeEach(async () => {
  asked = [];
  const channel = await openChannel(host);
  services = createServices(askOver(channel.url));
  close = channel.close;
});

afterEach(() => close());

describe("a worker, through the channel", () => {
  test("asks for the shared server and for one of its own", async () => {
    expect(await services.postgres()).toMatchObject({ adminUrl: "at-postgres" });
    expect(await services.kafka({ own: true })).toMatchObject({ brokers: "at-kafka" });
    expect(asked).toEqual([
      ["start", "postgres", false],
      ["start", "kafka", true],
    ]);
  });

  test("acts on the very server it was given", async () => {
    const { kill, restart, eraseData } = await services.kafka({ own: true });
    await kill();
    await restart();
    await eraseData();
    expect(asked.slice(1)).toEqual([
      ["act", "kafka-1", "kill"],
      ["act", "kafka-1", "restart"],
      ["act", "kafka-1", "eraseData"],
    ]);
  });

  test("has a database made and dropped", async () => {
    const { adminUrl, drop } = await services.freshDatabase({ empty: true });
    await drop();
    expect(adminUrl).toBe("postgres://x/test_1");
    expect(asked).toEqual([
      ["createDatabase", true],
      ["dropDatabase", "test_1"],
    ]);
  });

  test("is told why where there is none", async () => {
    await expect(services.redis()).rejects.toThrow("no redis here");
  });
});
