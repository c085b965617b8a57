import { StreamId, type UserId } from "#kernel/contract/ids.ts";

import { derivedId } from "./ids.ts";

/** A person's work in a shop. */
export const memberStream = (userId: UserId): StreamId =>
  StreamId.parse(derivedId(userId, "member"));

/** What they say of themselves. */
export const profileStream = (userId: UserId): StreamId =>
  StreamId.parse(derivedId(userId, "profile"));
