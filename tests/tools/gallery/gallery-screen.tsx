import { QueryClient, QueryClientProvider } from "@tanstack/react-query";

import { appIcons } from "#web/ui/icon/app-icons.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { platformIcons } from "#web/ui/icon/platform-icons.ts";

import { Buttons, Marks } from "./buttons.tsx";
import { Choices } from "./choices.tsx";
import { Fields, FilledBySteps, LongForm, PersonFields } from "./fields.tsx";
import { Charts, Sums } from "./figures.tsx";
import * as styles from "./gallery.css.ts";
import { Frames, Rows, Tables } from "./lists.tsx";
import { Overlays } from "./overlays.tsx";
import { Paper } from "./paper.tsx";
import { States, Toasts, Waiting } from "./states.tsx";

/** Nothing is asked: the components have all that they show. */
const queryClient = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

addIcons({ ...appIcons, ...platformIcons });

/** Every component in each of its states. */
export function GalleryScreen() {
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <h1>Gallery</h1>
      <Buttons />
      <Marks />
      <Fields />
      <FilledBySteps />
      <LongForm />
      <PersonFields />
      <Choices />
      <States />
      <Waiting />
      <Toasts />
      <Tables />
      <Rows />
      <Frames />
      <Sums />
      <Charts />
      <QueryClientProvider client={queryClient}>
        <Paper />
      </QueryClientProvider>
      <Overlays />
    </main>
  );
}
