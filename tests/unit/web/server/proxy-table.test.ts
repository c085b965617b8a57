import { describe, expect, test } from "vitest";

import { targetOf } from "#web/server/proxy-table.ts";

const to = (method: string, url: string) => {
  const target = targetOf(method, url);
  return target.to === "none" ? target.status : target.to;
};

describe("the proxy table", () => {
  test.each([
    ["GET", "/api/products.php", "query"],
    ["HEAD", "/api/products.php", "query"],
    ["GET", "/api/products.php?id=1", "query"],
    ["GET", "/api", "query"],
    ["GET", "/api/unknown", "query"],
    ["POST", "/api/products.php", "command"],
    ["PUT", "/api/super-admin.php/018f", "command"],
    ["PATCH", "/api/v1/settings/business", "command"],
    ["DELETE", "/api/sales.php?id=1", "command"],
    ["OPTIONS", "/api/sales.php", "command"],
    ["GET", "/api/notifications/test-email?email=a", "command"],
    ["HEAD", "/api/notifications/test-email", "query"],
    ["GET", "/api/notifications/test-email/x", "query"],
    ["POST", "/auth/login.php", "command"],
    ["POST", "/auth/unknown.php", 404],
    ["GET", "/auth/unknown.php", 404],
    ["GET", "/auth/login.php", 405],
    ["HEAD", "/auth/login.php", 405],
    ["GET", "/docs", "query"],
    ["GET", "/docs/json", "query"],
    ["GET", "/checkpoints/1", "query"],
    ["GET", "/documents", "site"],
    ["GET", "/", "site"],
    ["GET", "/auth/login", "site"],
    ["GET", "/app/products", "site"],
    ["GET", "/assets/index-abc.js", "site"],
    ["GET", "/index.php", 404],
    ["GET", "/products.php", 404],
    ["POST", "/wp-login.php", 404],
    ["GET", "/a/b.PHP", 404],
    ["GET", "/auth/login.php/", 404],
    ["GET", "/auth/x/login.php", 404],
    ["GET", "/auth/login.php;x", 404],
    ["GET", "/%69ndex.%70hp", 404],
    ["POST", "/", 405],
    ["DELETE", "/app/products", 405],
    ["POST", "/API/products.php", 404],
  ])("%s %s goes to %s", (method, url, expected) => {
    expect(to(method, url)).toBe(expected);
  });

  test.each([
    ["/%61pi/products.php", "query"],
    ["/api/%70roducts.php", "query"],
    ["/auth/login%2ephp", 405],
    ["/%61uth/login.php", 405],
  ])("%s is read as the service's router would read it", (url, expected) => {
    expect(to("GET", url)).toBe(expected);
  });

  test.each([
    "//api/products.php",
    "/api//products.php",
    "/app/../api/products.php",
    "/api/../auth/login.php",
    "/api/./products.php",
    "/api/..",
    "/..",
    "/%2e%2e/etc/passwd",
    "/api/%2e%2e/auth/login.php",
    "/api/.%2e/x",
    "/app/..%2fapi/products.php",
    "/api%2fproducts.php",
    "/app%2F..%2Fapi",
    "/app/%5c..%5capi",
    "/app\\..\\api",
    "/api/x%00.js",
    "/api/x%0d%0aSet-Cookie:a",
    "/api/x#fragment",
    "/api/%zz",
    "/api/%c3%28",
    "http://elsewhere/api/products.php",
    "elsewhere",
    "*",
    "",
  ])("%j is ambiguous", (url) => {
    expect(to("GET", url)).toBe(400);
    expect(to("POST", url)).toBe(400);
  });

  test("a query string may contain anything", () => {
    expect(to("GET", "/api/products.php?back=//x/../%2e%2e/%00\\")).toBe("query");
  });
});
