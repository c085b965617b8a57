import pg from "pg";
const times = new Map<string, { n: number; t: number }>();
const orig = pg.Client.prototype.query as any;
(pg.Client.prototype as any).query = function (...args: any[]) {
  const q = args[0];
  const k =
    typeof q === "string"
      ? q
      : q.name + " " + (q.name?.startsWith("rows") ? q.text.trim().slice(0, 60) : "");
  const t = performance.now();
  const r = orig.apply(this, args);
  if (r?.then)
    r.then(
      () => {
        const e = times.get(k) ?? { n: 0, t: 0 };
        e.n++;
        e.t += performance.now() - t;
        times.set(k, e);
      },
      () => 0,
    );
  return r;
};
process.on("exit", () => {
  for (const [k, e] of [...times].sort((a, b) => b[1].t - a[1].t).slice(0, 25))
    console.log(e.t.toFixed(0).padStart(6), "ms", e.n, (e.t / e.n).toFixed(2), k);
});
await import("./zz-perf.ts");
