import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import type { ReactNode } from "react";
import { Header } from "./header.tsx";
import { OfflineNotice } from "./offline-notice.tsx";

const SkipLink = styled("a")(({ theme }) => ({
  position: "absolute",
  left: 12,
  top: -60,
  zIndex: theme.zIndex.tooltip,
  padding: "10px 16px",
  borderRadius: 6,
  background: "#ffc629",
  color: "#12203a",
  fontWeight: 650,
  "&:focus": { top: 6 },
}));

/** Below this the pages scroll sideways (document 1, section 2, "Header"). */
const MIN_WIDTH = 1425;

interface ShellProps {
  /** What is the matter, above the page. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page of a signed-in user. */
export function Shell({ notice, children }: ShellProps) {
  return (
    <Box
      sx={{
        minWidth: MIN_WIDTH,
        minHeight: "100vh",
        display: "flex",
        flexDirection: "column",
      }}
    >
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header />
      <OfflineNotice />
      {notice}
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flex: 1, display: "flex", flexDirection: "column", outline: "none" }}
      >
        {children}
      </Box>
    </Box>
  );
}
