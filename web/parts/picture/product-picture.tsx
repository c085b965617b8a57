import { useEffect, useRef, useState } from "react";

import { pictureOf } from "./pictures.ts";

/** A little before it is scrolled into view. */
const SOON = { rootMargin: "120px" };

/**
 * Loaded when its place is seen, and again when it is seen again if there was no network. The place has
 * its size before, and the name beside it says what the picture shows.
 */
export function ProductPicture({ sha256 }: { sha256: string }) {
  const inside = useRef<HTMLSpanElement>(null);
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const place = inside.current?.parentElement;
    if (!place) return undefined;
    let isCurrent = true;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      pictureOf(sha256).then(
        (found) => isCurrent && setSource(found),
        () => undefined,
      );
    }, SOON);
    observer.observe(place);
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [sha256]);
  return (
    <span ref={inside}>
      {source && <img src={source} alt="" decoding="async" width="100%" height="100%" />}
    </span>
  );
}
