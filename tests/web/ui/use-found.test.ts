import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { useFound } from "#web/ui/table/use-paging.ts";

const goods = Array.from({ length: 10_000 }, (_, index) => `Product ${index}`);

test("a list of 10,000 is filtered once per typed text, and for nothing else", () => {
  const isFound = vi.fn((name: string, asked: string) => name.includes(asked));
  const { result, rerender } = renderHook(({ search }) => useFound(goods, search, isFound), {
    initialProps: { search: "" },
  });
  expect(isFound).toHaveBeenCalledTimes(10_000);
  rerender({ search: "" });
  expect(isFound).toHaveBeenCalledTimes(10_000);
  rerender({ search: "9999" });
  expect(isFound).toHaveBeenCalledTimes(20_000);
  expect(result.current).toEqual({ asked: "9999", found: ["Product 9999"] });
});
