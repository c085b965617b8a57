/** Parameters as a URL has them; undefined is not sent. */
export const toQuery = (query: Readonly<Record<string, string | undefined>>): string => {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    // A lone surrogate has no encoding: it travels as the bytes that stand for it.
    value === undefined ? [] : [`${name}=${value.replace(/./gsu, encoded)}`],
  );
  return sent.length === 0 ? "" : `?${sent.join("&")}`;
};
const encoded = (character: string): string =>
  /[\ud800-\udfff]/u.test(character) ? "%ED%A0%80" : encodeURIComponent(character);
