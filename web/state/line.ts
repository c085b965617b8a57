/** No network, or a network and no server behind it. */
export type Line = "up" | "down" | "offline";
