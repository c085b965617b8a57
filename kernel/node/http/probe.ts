import { get } from "node:http";

// The health check of the container images: node kernel/node/http/probe.ts PORT
const request = get(
  { host: "127.0.0.1", port: process.argv[2], path: "/health/live", timeout: 2_000 },
  (response) => process.exit(response.statusCode === 200 ? 0 : 1),
);
request.on("timeout", () => request.destroy());
request.on("error", () => process.exit(1));
