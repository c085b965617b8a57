import { createHash } from "node:crypto";

/** The built document, taken apart once, so that it can be put together for each page. */
export type Document = Readonly<{
  /** The sources of the policy that allow its inline scripts: their hashes. */
  scriptSources: readonly string[];
  /** The files that it names itself. */
  links: (file: string) => boolean;
  render: (parts: DocumentParts) => string;
}>;

type DocumentParts = Readonly<{
  nonce: string;
  /** Style sheets by file name; they go into the document. */
  styles: ReadonlyMap<string, string>;
  /** Scripts to load while the first one loads. */
  scripts: readonly string[];
  /** What the person sees until the app has rendered. */
  frame: string;
}>;

const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
const ROOT = '<div id="root">';
const STYLE_LINK = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;

export function parseDocument(html: string): Document {
  const [head = "", body = ""] = html.replace(STYLE_LINK, "").split("</head>");
  return {
    scriptSources: [...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => sourceOf(script)),
    links: (file) => head.includes(`"/${file}"`),
    render: ({ nonce, styles, scripts, frame }) => {
      const preloads = scripts.map(preload).join("");
      const styled = `${head}${nonceMeta(nonce)}${preloads}${inline(styles, nonce)}</head>`;
      return styled + body.replace(ROOT, () => ROOT + frame);
    },
  };
}

const sourceOf = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** Libraries that insert <style> elements read the nonce from here. */
const nonceMeta = (nonce: string) => `<meta name="csp-nonce" content="${nonce}">`;

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`;

/**
 * The styles come last, so that the browser finds the scripts in the first bytes. The disabled
 * links are not loaded: they tell Vite's loader of lazy modules that these sheets are here.
 */
function inline(styles: ReadonlyMap<string, string>, nonce: string): string {
  const links = [...styles.keys()].map(
    (file) => `<link rel="stylesheet" disabled crossorigin href="/${file}">`,
  );
  return `${links.join("")}<style nonce="${nonce}">${[...styles.values()].join("")}</style>`;
}
