import Box from "@mui/material/Box";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { Waiting } from "../../ui/feedback/waiting.tsx";

/** Shown while the session is missing or not ready. */
export function AuthenticatingPage() {
  usePageTitle("");
  return (
    <Box component="main" sx={{ minHeight: "100vh", display: "grid", placeItems: "center" }}>
      <Waiting text="Authenticating..." fill />
    </Box>
  );
}
