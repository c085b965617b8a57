/** Names and keys of machines: the device neither completes nor mends them. */
export const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
