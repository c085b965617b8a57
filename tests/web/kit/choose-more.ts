import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Chooses the actions on a tenant. */
export async function chooseMore(user: UserEvent, tenant: string, item: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `More for ${tenant}` }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}
