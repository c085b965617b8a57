import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/app.tsx";
import { startRoute } from "./app/start-route.ts";
import { watchBack } from "./ui/overlay/back-guard.ts";
import "./theme/theme.css.ts";
import "./theme/reset.css.ts";

// Dialogs lock scrolling by a <style> element, which the CSP allows only with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
if (nonce !== undefined) setNonce(nonce);

watchBack();
startRoute(location.href);
if (import.meta.env.PROD) {
  import("./app/worker.ts").then(
    ({ worker }) => worker.start(),
    () => undefined,
  );
}

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
