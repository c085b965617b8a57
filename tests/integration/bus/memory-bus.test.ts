import { createMemoryBus } from "#tests/kit/fakes/memory-bus.ts";

import { type BusUnderTest, describeEventBus } from "./event-bus.contract.ts";

describeEventBus("in memory", async (): Promise<BusUnderTest> => {
  const buses: ReturnType<typeof createMemoryBus>[] = [];
  return {
    openTopic: () => {
      const bus = createMemoryBus();
      buses.push(bus);
      return {
        ...bus,
        put: async ({ key, value, headers }) =>
          bus.put({ key: Buffer.from(key), value: Buffer.from(value), headers }),
      };
    },
    breakDown: async () => buses.forEach((bus) => bus.stall()),
    comeBack: async () => buses.forEach((bus) => bus.resume()),
    close: async () => undefined,
  };
});
