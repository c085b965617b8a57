import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { SignedHeads } from "#kernel/contract/api/signed-head.ts";
import { startAudit } from "#tests/integration/audit/audit-run.ts";
import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Standalone } from "#tests/kit/product/standalone-process.ts";
import { verifyBundle } from "#tests/kit/product/verify-bundle.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

describeWith(["postgres", "python3"], "signed heads of the standalone product", () => {
  let folder = "";
  let product: Standalone;
  let shop: SignInResult;
  let signed: SignedHeads;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-signed-"));
    product = await startDemo(folder);
    const owner = (await product.signIns()).find(({ email }) => email === "akosua@adom.example");
    const response = await fetch(`${product.url}/auth/login.php`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(owner),
    });
    shop = SignInResult.parse(await response.json());
    signed = await vi.waitFor(
      async () => {
        const found = await checkpoints();
        expect(found.checkpoints.length).toBeGreaterThan(0);
        return found;
      },
      { timeout: 30_000, interval: 200 },
    );
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const checkpoints = async (): Promise<SignedHeads> => {
    const headers = { authorization: `Bearer ${shop.token}` };
    const response = await fetch(`${product.url}/api/v1/audit/checkpoints`, { headers });
    return success(SignedHeads).parse(await response.json()).data;
  };

  test("are made without a request, with a key that only its owner may read", async () => {
    const { mode } = await stat(join(folder, "checkpoint-key.pem"));
    expect((mode & 0o777).toString(8)).toBe("600");
    // The demo shop may still be filling.
    expect(signed.checkpoints[0]?.tree_size).toBeGreaterThan(0);
  });

  test("are public, as a page and as text", async () => {
    const page = await fetch(product.url + signed.page);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain(signed.keys[0]?.verifier_key);
    const newest = signed.checkpoints[0];
    const note = await fetch(`${product.url}${signed.page}/${newest?.tree_size}`);
    expect(await note.text()).toBe(newest?.note);
    const keys = await fetch(`${product.url}${signed.page}/keys`);
    expect(await keys.text()).toBe(`${signed.keys[0]?.verifier_key}\n`);
  });

  test("are in an export made beside the running product, which verifies with only the file and the key", async () => {
    const out = join(folder, "export");
    const tenantId = shop.tenant.id;
    const run = await startAudit(["export", "--tenant", tenantId, "--out", out], {
      DATA_DIR: folder,
    });
    expect([run.code, run.err]).toEqual([0, ""]);
    const [bundle = ""] = await readdir(out);
    const kept = join(folder, "kept.txt");
    await writeFile(kept, signed.checkpoints[0]?.note ?? "");
    const key = signed.keys[0]?.verifier_key ?? "";
    const seen = await verifyBundle([join(out, bundle), "--key", key, "--note", kept]);
    expect([seen.code, seen.out]).toEqual([0, expect.stringMatching(/^holds: \d+ events, /)]);
  });
});
