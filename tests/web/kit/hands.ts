import { screen, within } from "@testing-library/react";

import type { open } from "./app.tsx";

type User = ReturnType<typeof open>;

/** Types into each field by its label. */
export async function fillIn(
  user: User,
  values: Readonly<Record<string, string>>,
  place: HTMLElement = document.body,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await user.type(await within(place).findByLabelText(label), value);
  }
}

export const press = async (user: User, name: string): Promise<void> =>
  user.click(await screen.findByRole("button", { name }));

export const pressIn = async (user: User, place: HTMLElement, name: string): Promise<void> =>
  user.click(await within(place).findByRole("button", { name }));

/** Replaces the text of a field. */
export async function retype(user: User, label: string, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  if (text !== "") await user.type(field, text);
}
