import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { cameraEachTest, fakeCamera, putCamera } from "#tests/web/kit/fake-camera.ts";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { milk, noodles } from "#tests/web/kit/shop.ts";

// First, so that its end is the last: requests may still be under way before it.
cameraEachTest();
const fake = serveEachTest();

const CODE = "6001240100035";
const OTHER = "6009876543217";

async function openForm() {
  const products = [milk, { ...noodles, barcodes: [OTHER] }];
  fake.server.on("GET /api/products.php", succeeds(products));
  fake.server.on("POST /api/products.php", succeeds({ id: "p-new" }));
  const user = open("/app/products?add=1", "owner");
  const form = within(await screen.findByRole("dialog", { name: "Add product" }));
  await user.click(form.getByText(/^More:/));
  const scan = async () => {
    fireEvent.click(form.getByRole("button", { name: "Scan a barcode with the camera" }));
    return within(await screen.findByRole("dialog", { name: "Scan a barcode" }));
  };
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole("dialog", { name: "Scan a barcode" })).toBeNull());
  return { user, form, scan, isClosed, barcodes: form.getByLabelText(/^Barcodes/) };
}

test("PROD-60: the first code is put into the field, and the camera is off", async () => {
  const camera = fakeCamera();
  const { scan, isClosed, barcodes } = await openForm();
  await scan();
  camera.show(CODE);
  await isClosed();
  expect(barcodes).toHaveProperty("value", CODE);
  expect(camera.state).toEqual({ opened: 1, stopped: 1 });
});

test("PROD-60: a further code is added with a comma, and one that is there not twice", async () => {
  const camera = fakeCamera();
  const { user, form, scan, isClosed, barcodes } = await openForm();
  await user.type(barcodes, "4711");
  for (const code of [CODE, CODE, "96385074"]) {
    await scan();
    camera.show(code);
    await isClosed();
  }
  expect(barcodes).toHaveProperty("value", `4711, ${CODE}, 96385074`);
  await user.type(form.getByLabelText(/^Name/), "Ideal Milk");
  await user.type(form.getByLabelText(/^Price/), "9");
  await user.type(form.getByLabelText(/^Stock/), "4");
  await user.click(form.getByRole("button", { name: "Add Product" }));
  await waitFor(() =>
    expect(fake.server.calls("POST /api/products.php")[0]?.body).toMatchObject({
      barcodes: ["4711", CODE, "96385074"],
    }),
  );
});

test("PROD-60: Cancel leaves the field as it was, and without a camera it says what to do", async () => {
  putCamera(undefined);
  const { scan, isClosed, barcodes } = await openForm();
  const dialog = await scan();
  await dialog.findByText(/no camera that can be used here. Instead, type the code in the field/);
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await isClosed();
  expect(barcodes).toHaveProperty("value", "");
});

test("PROD-61: a code that another product has is said at once, and that product can be opened", async () => {
  const camera = fakeCamera();
  const { user, form, scan, isClosed, barcodes } = await openForm();
  await user.type(barcodes, OTHER.slice(0, -1));
  expect(form.queryByText(/already has the barcode/)).toBeNull();
  await user.clear(barcodes);
  await scan();
  camera.show(OTHER);
  await isClosed();
  const note = form.getByText(/already has the barcode/);
  expect(note.textContent).toContain(`"${noodles.name}" already has the barcode ${OTHER}.`);
  await user.click(within(note).getByRole("button", { name: "Open it" }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: "Discard" }));
  const edited = within(await screen.findByRole("dialog", { name: "Edit product" }));
  expect(edited.getByLabelText(/^Barcodes/)).toHaveProperty("value", OTHER);
  expect(edited.queryByText(/already has the barcode/)).toBeNull();
});
