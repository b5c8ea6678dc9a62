import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Failure } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import type { PARAMETER_PAGES } from "../shared/parameter-pages.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";

interface FormFrameProps {
  readonly title: string;
  /** 'Add Parameters' or 'Update Parameters'. */
  readonly submit: string;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly failure: Failure | null;
  readonly onSave: () => void;
  /** The list that Cancel leads to. */
  readonly backTo: (typeof PARAMETER_PAGES)[ParameterKind]["list"];
  /** Called before it. */
  readonly onCancel: () => void;
  /** Above the fields. */
  readonly notice: ReactNode;
  readonly children: ReactNode;
  /** Beside the fields. */
  readonly aside: ReactNode;
}

/** A form of parameters on a page of its own. */
export function FormFrame(props: FormFrameProps) {
  const { title, submit, canSave, isSaving, failure, onSave, backTo, onCancel } = props;
  const { notice, children, aside } = props;
  return (
    <Box
      component="form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isSaving) onSave();
      }}
      sx={{ p: 2, display: "grid", gap: 2, maxWidth: 1_500 }}
    >
      <Typography variant="h1">{title}</Typography>
      {notice}
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 560px), 1fr))",
        }}
      >
        <Paper variant="outlined" sx={{ p: 2.5, display: "grid", gap: 2.5 }}>
          {children}
          {failure === null ? null : (
            <Alert severity="error" role="alert">
              The parameters were not saved: {failure.message}
            </Alert>
          )}
          <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
            <ButtonLink to={backTo} onClick={onCancel}>
              Cancel
            </ButtonLink>
            <Button type="submit" variant="contained" disabled={!canSave} loading={isSaving}>
              {submit}
            </Button>
          </Box>
        </Paper>
        <Paper variant="outlined" sx={{ p: 2.5 }}>
          {aside}
        </Paper>
      </Box>
    </Box>
  );
}
