import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { SvgIconProps } from "@mui/material/SvgIcon";
import type { ComponentType, ReactNode } from "react";

export interface NoticeProps {
  readonly Icon: ComponentType<SvgIconProps>;
  readonly title: ReactNode;
  /** Heading level: 1 where the notice is the whole page. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
}

/** What a page or a panel shows in place of its content: nothing there, not found, or failed. */
export function Notice({ Icon, title, level = 2, children }: NoticeProps) {
  return (
    <Box sx={{ py: 8, px: 3, display: "grid", justifyItems: "center", gap: 1.5 }}>
      <Box aria-hidden="true" sx={{ fontSize: 48, color: "text.secondary", lineHeight: 1 }}>
        <Icon fontSize="inherit" />
      </Box>
      <Typography variant="h2" component={level === 1 ? "h1" : "h2"}>
        {title}
      </Typography>
      <Box sx={{ color: "text.secondary", textAlign: "center", maxWidth: 560 }}>{children}</Box>
    </Box>
  );
}
