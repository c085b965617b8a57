import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { placesEachTest } from "#tests/web/kit/seen-places.ts";
import { milk, product } from "#tests/web/kit/shop.ts";
import { shrink } from "#web/features/products/picture/shrink.ts";

const fake = serveEachTest();
placesEachTest(true);

const STORED = "1".repeat(64);
const NEW = "2".repeat(64);
const UPLOAD = "POST /api/v1/pictures";
const SET = "PUT /api/v1/products/p-milk/picture";
const CHANGE = "PUT /api/products.php";

/** What the canvas of the browser makes: its sizes by quality, and its type. */
type Encoder = (type: string, quality: number) => Blob;
const webp: Encoder = (type) => new Blob(["small"], { type });
const toBlob = vi.fn<Encoder>();
const drawn = vi.fn<(photo: unknown, ...places: number[]) => void>();
const getContext: unknown = Reflect.get(HTMLCanvasElement.prototype, "getContext");
const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

beforeEach(() => {
  toBlob.mockReset().mockImplementation(webp);
  drawn.mockReset();
  vi.stubGlobal("createImageBitmap", async (file: Blob) => {
    if (!file.type.startsWith("image/")) throw new DOMException("not an image");
    return { width: 800, height: 600, close: () => undefined };
  });
  const context = { fillRect: () => undefined, drawImage: drawn };
  Reflect.set(HTMLCanvasElement.prototype, "getContext", () => context);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type, quality) =>
    done(toBlob(type ?? "", Number(quality))),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.set(HTMLCanvasElement.prototype, "getContext", getContext);
});

const photo = (type = "image/png") => new File(["photo"], "photo", { type });

async function openEditor(picture: string | null = null) {
  fake.server.on("GET /api/products.php", succeeds([product({ ...milk, picture })]));
  fake.server.on(CHANGE, succeeds({ id: milk.id }));
  fake.server.on(UPLOAD, succeeds({ sha256: NEW }));
  fake.server.on(SET, succeeds({ id: milk.id }));
  fake.server.on(`GET /api/v1/pictures/${STORED}`, () => new Response("stored"));
  const user = open("/app/products", "owner");
  await user.click(await screen.findByRole("button", { name: `Edit ${milk.name}` }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit product" }));
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("no field");
    await userEvent.upload(input, file, { applyAccept: false });
  };
  const save = () => user.click(dialog.getByRole("button", { name: "Update Product" }));
  return { user, dialog, choose, save };
}

describe("the picture in the form of a product", () => {
  test("PROD-55: is stored, then the product gets it, with what else was changed", async () => {
    const { user, dialog, choose, save } = await openEditor();
    await dialog.findByRole("button", { name: "Add picture" });
    await choose(photo());
    await dialog.findByRole("img", { name: "Preview" });
    await user.type(dialog.getByLabelText(/^Description/), "Tin");
    await save();
    await waitFor(() => expect(bodies(SET)).toEqual([{ sha256: NEW }]));
    expect(bodies(UPLOAD)).toEqual([{ picture: btoa("small") }]);
    expect(bodies(CHANGE)).toEqual([{ id: milk.id, description: "Tin" }]);
  });

  test("PROD-55: a retry changes the product under the same key", async () => {
    const { user, dialog, choose, save } = await openEditor();
    fake.server.on(SET, refuses(500, "Down"), succeeds({ id: milk.id }));
    await dialog.findByRole("button", { name: "Add picture" });
    await choose(photo());
    await user.type(dialog.getByLabelText(/^Description/), "Tin");
    await dialog.findByRole("img", { name: "Preview" });
    await save();
    await dialog.findByRole("alert");
    await save();
    await waitFor(() => expect(bodies(SET)).toHaveLength(2));
    const keys = fake.server.calls(CHANGE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test("PROD-56: a file that is no picture gets a sentence, and nothing is sent", async () => {
    const { dialog, choose, save } = await openEditor();
    await dialog.findByRole("button", { name: "Add picture" });
    await choose(photo("text/plain"));
    await dialog.findByText("This file is not a picture that can be read here. Choose a photo.");
    await save();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect([bodies(UPLOAD), bodies(SET), bodies(CHANGE)]).toEqual([[], [], []]);
  });

  test("PROD-57: a stored one is shown in form and list, and removed", async () => {
    const { user, dialog, save } = await openEditor(STORED);
    await user.click(await dialog.findByRole("button", { name: "Remove picture" }));
    await dialog.findByRole("button", { name: "Add picture" });
    const list = screen.getByRole("table", { hidden: true });
    await waitFor(() => expect(list.querySelector("img")?.src).toMatch(/^data:/));
    await save();
    await waitFor(() => expect(bodies(SET)).toEqual([{ sha256: null }]));
    expect(bodies(UPLOAD)).toEqual([]);
    // Loaded once for both places.
    expect(fake.server.calls(`GET /api/v1/pictures/${STORED}`)).toHaveLength(1);
  });
});

describe("PROD-56: a photo is made small", () => {
  test("a square of its middle, of at most 320 pixels, at the first quality that is small enough", async () => {
    const large = new Blob([new Uint8Array(40_001)], { type: "image/webp" });
    toBlob.mockImplementation((type, quality) => (quality > 0.6 ? large : webp(type, quality)));
    expect((await shrink(photo())).type).toBe("image/webp");
    expect(toBlob.mock.calls.map(([, quality]) => quality)).toEqual([0.85, 0.7, 0.55]);
    expect(drawn.mock.calls[0]?.slice(1)).toEqual([100, 0, 600, 600, 0, 0, 320, 320]);
  });

  test("smaller if no quality is enough, and as JPEG where the browser writes no WebP", async () => {
    const png = new Blob(["png"], { type: "image/png" });
    const large = new Blob([new Uint8Array(40_001)], { type: "image/jpeg" });
    toBlob.mockImplementation((type) => {
      if (type === "image/webp") return png;
      return drawn.mock.calls.length === 1 ? large : webp(type, 1);
    });
    expect((await shrink(photo())).type).toBe("image/jpeg");
    expect(drawn.mock.calls.map((call) => call.at(-1))).toEqual([320, 240]);
  });
});
