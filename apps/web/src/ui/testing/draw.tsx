import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Theme } from "../theme/theme-provider.tsx";
import { SnackbarProvider } from "../feedback/snackbar.tsx";

/** Draws a part in the application's look; what it returns takes it away again. */
export function draw(node: ReactNode): () => void {
  const host = document.createElement("main");
  host.id = "content";
  document.body.append(host);
  const root = createRoot(host);
  // It is there when a test's first key arrives.
  flushSync(() =>
    root.render(
      <Theme>
        <SnackbarProvider>{node}</SnackbarProvider>
      </Theme>,
    ),
  );
  return () => {
    root.unmount();
    host.remove();
  };
}
