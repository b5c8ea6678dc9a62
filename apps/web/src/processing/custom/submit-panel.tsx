import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Paper from "@mui/material/Paper";
import { Fetched } from "../../ui/feedback/fetched.tsx";
import { PreflightSection } from "../resubmit/preflight-section.tsx";
import type { CustomForm } from "./custom-form.ts";
import type { useCustomSubmit } from "./use-custom-submit.ts";

interface SubmitPanelProps {
  readonly form: CustomForm;
  readonly submission: ReturnType<typeof useCustomSubmit>;
}

/** What the custom processing would find, and the button that makes it. */
export function SubmitPanel({ form, submission }: SubmitPanelProps) {
  const { preflight, isLooking, needsTick, isTicked, tick } = submission;
  const { isBusy, error, maySubmit, submit } = submission;
  const { faults } = form;
  return (
    <Paper
      component="section"
      aria-label="Submit"
      variant="outlined"
      sx={{ p: 2, display: "grid", gap: 2, alignContent: "start" }}
    >
      {isLooking ? (
        <Fetched
          query={preflight}
          loading="Looking up what it would find..."
          failed="What it would find could not be looked up"
          severity="warning"
        >
          {({ Jobs }) => (
            <>
              {Jobs.map((job) => (
                <PreflightSection key={job.Name} preflight={job} of={job.Label} />
              ))}
            </>
          )}
        </Fetched>
      ) : (
        <Box sx={{ color: "text.secondary" }}>{missing(faults)}</Box>
      )}
      {error === null ? null : (
        <Alert severity="error">It was not submitted: {error.message}</Alert>
      )}
      {needsTick ? (
        <FormControlLabel
          control={<Checkbox checked={isTicked} onChange={(_, on) => tick(on)} />}
          label="Submit nevertheless"
        />
      ) : null}
      <Button
        variant="contained"
        loading={isBusy}
        disabled={!maySubmit}
        onClick={submit}
        sx={{ justifySelf: "start" }}
      >
        SUBMIT
      </Button>
    </Paper>
  );
}

/** What is still to be done, the first of it. */
function missing(faults: CustomForm["faults"]): string {
  const { form, template, gpsFiles, start, end, rangeFiles } = faults;
  if (form !== undefined)
    return "Choose GPS files, range files or imagery EO processing only, then submit.";
  return template ?? gpsFiles ?? start ?? end ?? rangeFiles ?? "Loading files...";
}
