import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { theme } from "../../../ui/look/theme.ts";

/** Draws a component in the application's look; what it returns takes it away again. */
export function mount(node: ReactNode): () => void {
  const place = document.createElement("div");
  place.style.cssText = "display:flex;flex-direction:column;height:100vh";
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {node}
    </ThemeProvider>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
