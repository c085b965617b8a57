import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { pageAt } from "#web/pages.ts";

import { depart } from "./loaded.tsx";
import { startTouchedLinks } from "./start-route.ts";

/** What a page load does by itself and a router does not: title, focus, top of the page. */
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
      // Back and Forward return to where one was; the browser restores that.
      if (arrivedBack.current !== path) window.scrollTo(0, 0);
      depart();
    }
    first.current = false;
    arrivedBack.current = undefined;
  }, [path]);

  return undefined;
}
