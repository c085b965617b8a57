export type Shot = Readonly<{ name: string; viewport: string; file: string }>;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** One page with all of them: a row for each screen or state, a column for each viewport. */
export function contactSheet(shots: readonly Shot[]): string {
  const viewports = [...new Set(shots.map(({ viewport }) => viewport))];
  const names = [...new Set(shots.map(({ name }) => name))];
  const cellOf = (name: string, viewport: string): string => {
    const shot = shots.find((one) => one.name === name && one.viewport === viewport);
    if (!shot) return "<td></td>";
    const file = escaped(shot.file);
    return `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${escaped(name)}, ${viewport}"></a></td>`;
  };
  const rows = names.map(
    (name) =>
      `<tr id="${escaped(name)}"><th>${escaped(name)}</th>${viewports.map((viewport) => cellOf(name, viewport)).join("")}</tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Every screen</title><style>
body { font: 14px system-ui, sans-serif; margin: 16px; background: #8883 }
th { text-align: start; vertical-align: top; padding: 8px }
thead th { position: sticky; top: 0; background: Canvas }
td { vertical-align: top; padding: 8px }
img { max-inline-size: 360px; max-block-size: 480px; border: 1px solid #8886 }
</style></head><body><h1>${names.length} screens and states, ${shots.length} pictures</h1>
<table><thead><tr><th></th>${viewports.map((viewport) => `<th>${viewport}</th>`).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></body></html>
`;
}
