import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import type { ReactNode } from "react";

interface Props {
  readonly severity: "info" | "success" | "warning" | "error";
  readonly title?: string;
  readonly children: ReactNode;
}

/** What a person must know of the upload before anything else on the screen. */
export function UploadAlert({ severity, title, children }: Props) {
  return (
    <Alert
      severity={severity}
      // As wide as its column: names in it are long.
      sx={{
        alignSelf: "stretch",
        flexShrink: 0,
        "& .MuiAlert-message": { width: "100%", minWidth: 0 },
      }}
    >
      {title !== undefined && <AlertTitle sx={{ fontWeight: 650 }}>{title}</AlertTitle>}
      {children}
    </Alert>
  );
}
