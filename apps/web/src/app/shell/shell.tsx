import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { useMatches } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { UploadTray } from "../../upload/tray/upload-tray.tsx";
import { Header } from "./header.tsx";
import { useRestoredFocus } from "./restored-focus.ts";
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

/** Below this wide pages scroll sideways (document 1, section 2, "Header"). */
const MIN_WIDTH = 1425;

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whether the page fits itself to any width. */
    readonly reflows?: boolean;
  }
}

interface ShellProps {
  /** What is the matter, above the page. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page of a signed-in user. */
export function Shell({ notice, children }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  useRestoredFocus(main);
  const reflows = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.reflows === true),
  });
  const minWidth = reflows ? 0 : MIN_WIDTH;
  return (
    <Box sx={{ minHeight: "100vh", minWidth, display: "flex", flexDirection: "column" }}>
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header />
      <OfflineNotice />
      {notice}
      <Box
        component="main"
        ref={main}
        id="content"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, display: "flex", flexDirection: "column", outline: "none" }}
      >
        {children}
      </Box>
      <UploadTray />
    </Box>
  );
}
