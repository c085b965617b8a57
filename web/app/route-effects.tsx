import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { pageAt } from "#web/pages.ts";

import { depart } from "./loaded.tsx";
import { startTouchedLinks } from "./start-route.ts";

/** Does what a full page load does but a router does not: title, focus and scroll position. */
export function RouteEffects() {
  const [path] = useLocation();
  const first = useRef(true);
  const arrivedBack = useRef<string>(undefined);

  useEffect(() => {
    const mark = () => {
      arrivedBack.current = location.pathname;
    };
    window.addEventListener("popstate", mark);
    return () => window.removeEventListener("popstate", mark);
  }, []);

  useEffect(startTouchedLinks, []);

  useEffect(() => {
    document.title = `${pageAt(path)?.title ?? texts.notFound.page} · ${texts.product}`;
    if (!first.current) {
      // On Back and Forward the browser restores the scroll position.
      if (arrivedBack.current !== path) window.scrollTo(0, 0);
      depart();
    }
    first.current = false;
    arrivedBack.current = undefined;
  }, [path]);

  return undefined;
}
