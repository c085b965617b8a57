/** Builds a query string; undefined is not sent. */
export const toQuery = (query: Readonly<Record<string, string | undefined>>): string => {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  );
  return sent.length === 0 ? "" : `?${sent.join("&")}`;
};

/** A lone surrogate cannot be encoded: it is sent as the bytes of its code point. */
export const encoded = (text: string): string =>
  text.replace(/./gsu, (character) =>
    /[\ud800-\udfff]/u.test(character) ? "%ED%A0%80" : encodeURIComponent(character),
  );
