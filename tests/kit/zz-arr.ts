const lines = [1, 2, 3].map((i) => ({
  productId: "019a0000-0000-7000-8000-0000000a000" + i,
  name: "Product " + i,
  quantity: 1,
  listPriceMinor: 250,
  unitPriceMinor: 250,
  discountMinor: 0,
  taxMinor: 1,
  totalMinor: 250,
}));
const rows = Array.from({ length: 500 }, () => lines);
const time = (name: string, f: () => any) => {
  for (let i = 0; i < 20; i++) f();
  const c = process.cpuUsage();
  for (let i = 0; i < 50; i++) f();
  const d = process.cpuUsage(c);
  console.log(name, ((d.user + d.system) / 50 / 500).toFixed(2), "us/ev");
};
time("stringify each", () => rows.map((r) => JSON.stringify(r)));
time("stringify all", () => JSON.stringify(rows));
const s = rows.map((r) => JSON.stringify(r));
time("escape 2 regex", () =>
  s.map((x) => '"' + x.replace(/\\/g, "\\\\").replace(/"/g, '\\"') + '"'),
);
time("escape 1 regex $&", () => s.map((x) => '"' + x.replace(/["\\]/g, "\\$&") + '"'));
time("escape replaceAll", () =>
  s.map((x) => '"' + x.replaceAll("\\", "\\\\").replaceAll('"', '\\"') + '"'),
);
time("stringify twice", () => s.map((x) => JSON.stringify(x)));
time("split join", () => s.map((x) => '"' + x.split('"').join('\\"') + '"'));
const nums = Array.from({ length: 500 }, (_, i) => i * 1000003);
time("nums join x10", () => {
  for (let i = 0; i < 10; i++) `{${nums.join(",")}}`;
});
time("nums pg x10", () => {
  for (let i = 0; i < 10; i++) {
    let r = "{";
    for (const n of nums)
      r += '"' + n.toString().replace(/\\/g, "\\\\").replace(/"/g, '\\"') + '",';
  }
});
