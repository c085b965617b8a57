import { describe, expect, test } from "vitest";

import { dialled, smsLink, whatsAppLink } from "#web/format/phone-links.ts";

const ACCRA = "Africa/Accra";

describe("a phone number", () => {
  test.each([
    ["024 811 4470", "233248114470"],
    ["(024) 811-4470", "233248114470"],
    ["+233 24 811 4470", "233248114470"],
    ["00233248114470", "233248114470"],
    ["233248114470", "233248114470"],
    ["+234 803 555 0101", "2348035550101"],
    ["+44 20 7946 0000", "442079460000"],
  ])("SALE-33: %s is dialled as %s from Ghana", (written, digits) => {
    expect(dialled(written, ACCRA)).toBe(digits);
  });

  test.each(["", "024 811", "ask her", "+0 24", "0248114470123456", "+1234567890123456"])(
    "SALE-33: %j is not dialled",
    (written) => {
      expect(dialled(written, ACCRA)).toBeUndefined();
    },
  );

  test("SALE-33: elsewhere only one with its country is", () => {
    expect(dialled("024 811 4470", "Europe/London")).toBeUndefined();
    expect(dialled("+44 20 7946 0000", "Europe/London")).toBe("442079460000");
  });
});

test("SALE-32: the links are to WhatsApp and to the device's messages, with the text", () => {
  const text = "Total: GH₵5.00\n& more";
  const encoded = "Total%3A%20GH%E2%82%B55.00%0A%26%20more";
  expect(whatsAppLink(text, "233248114470")).toBe(`https://wa.me/233248114470?text=${encoded}`);
  expect(whatsAppLink(text)).toBe(`https://wa.me/?text=${encoded}`);
  expect(smsLink(text, "233248114470")).toBe(`sms:+233248114470?&body=${encoded}`);
  expect(smsLink(text)).toBe(`sms:?&body=${encoded}`);
});
