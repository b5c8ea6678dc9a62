import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { hexId } from "@swath/contract/ids";
import { type CustomProcessing, gravest, type Processing } from "@swath/contract/processing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { PreflightSection } from "../actions/preflight-section.tsx";
import type { CustomForm } from "./custom-form.ts";
import { customPreflightQuery, submitCustom } from "./custom-queries.ts";
import { PaddedPaper } from "../../ui/page/padded-paper.tsx";

interface SubmitPanelProps {
  readonly form: CustomForm;
  readonly submission: ReturnType<typeof useCustomSubmit>;
}

/** The preflight of the custom processing, and its submit button. */
export function SubmitPanel({ form, submission }: SubmitPanelProps) {
  const { preflight, isLooking, needsTick, isTicked, tick } = submission;
  const { isBusy, error, maySubmit, submit } = submission;
  const { faults } = form;
  return (
    <PaddedPaper label="Submit">
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
    </PaddedPaper>
  );
}

/** The first step that is still missing. */
function missing(faults: CustomForm["faults"]): string {
  const { form, template, gpsFiles, start, end, rangeFiles } = faults;
  if (form !== undefined)
    return "Choose GPS files, range files or imagery EO processing only, then submit.";
  return template ?? gpsFiles ?? start ?? end ?? rangeFiles ?? "Loading files...";
}

/** The delay between a change and its preflight, ms. */
const QUIET_MS = 600;

/** The value, once it has not changed for a while. */
function useQuiet<T>(value: T): T {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return quiet;
}

const refusedByServer = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 429;

/** The state before a custom processing is submitted (job-pages/P9 to P11). */
export function useCustomSubmit(
  flight: string,
  body: CustomProcessing | undefined,
  onDone: (made: Processing) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const quiet = useQuiet(text);
  const isQuiet = text !== undefined && quiet === text;
  const preflight = useQuery(customPreflightQuery(api, flight, isQuiet ? body : undefined));
  const [tickedFor, setTickedFor] = useState<string>();
  // oxlint-disable-next-line react/exhaustive-deps -- another key for another choice
  const requestKey = useMemo(() => hexId(crypto.getRandomValues(new Uint8Array(12))), [text]);
  const submission = useMutation({
    mutationFn: (chosen: CustomProcessing) => submitCustom(api, flight, { ...chosen, requestKey }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ["processings"] });
      onDone(made);
    },
  });
  const level = gravest(preflight.data?.Jobs.flatMap(({ Lines }) => Lines) ?? []);
  const isRefused = level === "impossible" || refusedByServer(preflight.error);
  const isRead = isQuiet && !preflight.isFetching && !preflight.isPending;
  const needsTick = isRead && !isRefused && (preflight.isError || level === "blocking");
  const isTicked = tickedFor !== undefined && tickedFor === text;
  return {
    preflight,
    /** Whether there is a preflight to read or show. */
    isLooking: body !== undefined,
    needsTick,
    isTicked,
    tick: (on: boolean): void => setTickedFor(on ? text : undefined),
    isBusy: submission.isPending,
    error: submission.error,
    maySubmit: isRead && !isRefused && (!needsTick || isTicked),
    submit: (): void => {
      if (body !== undefined) submission.mutate(body);
    },
  };
}
