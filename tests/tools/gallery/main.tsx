import { createRoot } from "react-dom/client";

import { ToasterSlot } from "#web/app/app.tsx";

import { GalleryScreen } from "./gallery-screen.tsx";
import "#web/theme/theme.css.ts";
import "#web/theme/reset.css.ts";

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <>
      <GalleryScreen />
      <ToasterSlot />
    </>,
  );
}
