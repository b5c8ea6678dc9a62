import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { plural } from "../../ui/format/count.ts";
import { NameList } from "../../ui/text/name-list.tsx";
import type { FindingsStep } from "./review-plan.ts";

interface Props {
  readonly step: FindingsStep;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** One dialog of the review: what was found, with the files that it concerns. */
export function FindingsDialog({ step, onConfirm, onCancel }: Props) {
  return (
    <ModalDialog
      title={step.title}
      width="md"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel} variant={step.blocks ? "contained" : "text"}>
            {step.blocks ? "Close" : step.cancel}
          </Button>
          {!step.blocks && (
            // The next question may stand in the same place: a double click answers one of them.
            <Button onClick={({ detail }) => detail < 2 && onConfirm()} variant="contained">
              {step.confirm}
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        <Alert severity={step.blocks ? "error" : "warning"}>{step.message}</Alert>
        {step.rules.map(({ id, message, files, reasons }) => (
          <section key={id}>
            <Typography sx={{ fontWeight: 600, mb: files.length === 0 ? 0 : 0.5 }}>
              {message}
              {files.length > 1 && (
                <Typography component="span" color="textSecondary">
                  {` (${plural(files.length, "name")})`}
                </Typography>
              )}
            </Typography>
            {files.length > 0 && (
              <NameList names={firstOf(files, step.shown)} notes={reasons} label={message} />
            )}
          </section>
        ))}
      </Stack>
    </ModalDialog>
  );
}

/** All names, or the first few and '...' for the others. */
function firstOf(names: readonly string[], shown = names.length): readonly string[] {
  return names.length <= shown ? names : [...names.slice(0, shown), "..."];
}
