import { setNonce } from "get-nonce";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/app.tsx";
import { startRoute } from "./app/start-route.ts";
import { firstScreen } from "./state/first-screen.ts";
import { watchBack } from "./ui/overlay/back-guard.ts";
import "./theme/theme.css.ts";
import "./theme/reset.css.ts";

// Dialogs lock scrolling by a <style> element, which the CSP allows only with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce !== undefined) setNonce(nonce);

watchBack();
firstScreen.start();
if (import.meta.env.PROD) firstScreen.whenShown(startWorker);

/** Not before, because the worker downloads the whole app. */
function startWorker(): void {
  import("./state/worker.ts").then(
    ({ worker }) => worker.start(),
    () => undefined,
  );
}

/** A page that loads for longer says so itself. */
const AT_THE_LATEST_MS = 3_000;

/**
 * Until the page's code and data are there, the document shows its frame. Then everything is
 * rendered once, and in slices: a long task would delay the first touch.
 */
async function show(root: HTMLElement): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, AT_THE_LATEST_MS));
  await Promise.race([startRoute(location.href), late]);
  const app = createRoot(root);
  startTransition(() =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById("root");
if (root !== null) void show(root);
