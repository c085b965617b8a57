import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";

// A product process of its own, to be killed: says on its channel what became of the start, stops on a word.
const say = (message: unknown): boolean | undefined => process.send?.(message);
const [dataDir = ""] = process.argv.slice(2);

// As the product does: Ctrl-C in the terminal reaches the whole process group and is answered in order.
process.on("SIGINT", () => say({ interrupted: true }));

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => say({ line }) });
  say({ adminUrl: postgres.adminUrl, adopted: postgres.adopted });
  process.on("message", () => {
    void postgres.stop().then(() => {
      say({ stopped: true });
      return process.disconnect();
    });
  });
} catch (error) {
  say({ problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.disconnect();
}
