import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import type { WebConfig } from "@swath/contract/settings";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ConfigProvider } from "../../../platform/config/config-context.tsx";
import { theme } from "../../../ui/look/theme.ts";
import { SnackbarProvider } from "../../../ui/snackbar/snackbar-provider.tsx";

const config: WebConfig = {
  productName: "Swath",
  environment: "",
  release: "3.3.3",
  build: null,
  signInProvider: "Microsoft",
  services: { main: "", processing: "", "terrain-mapper": "", orchestration: "" },
};

/** Draws a component in the application's look; what it returns takes it away again. */
export function mount(node: ReactNode): () => void {
  const place = document.createElement("div");
  place.style.cssText = "display:flex;flex-direction:column;height:100vh";
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <ConfigProvider value={config}>
        <SnackbarProvider>{node}</SnackbarProvider>
      </ConfigProvider>
    </ThemeProvider>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
