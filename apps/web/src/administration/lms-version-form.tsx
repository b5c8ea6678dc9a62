import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { lmsVersionSchema, type LMSVersionSetting } from "@swath/contract/settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { ConfirmDialog } from "../ui/dialog/confirm-dialog.tsx";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import { utcSecond, plural } from "../ui/text/format.ts";

/** The version of LMS as an administrator sees it, polled. */
export function lmsVersionQuery(api: Api) {
  return {
    queryKey: queryKeys.lmsVersion,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(endpoints.readLMSVersion, { signal }),
    ...polling(POLL_MODERATE_MS),
  };
}

interface Change {
  readonly version: string;
  /** The setting as it was when the change was entered. */
  readonly seen: LMSVersionSetting;
}

/** Changes it; whatever became of that, the setting is read anew, here and where others show it. */
function useLMSVersionChange(onDone: (version: string) => void) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ version, seen }: Change) =>
      api.call(endpoints.changeLMSVersion, {
        query: { updated: seen.updated },
        body: { LMSCurrentVersion: version },
      }),
    onSuccess: (_, { version }) => onDone(version),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.lmsVersion }),
        queries.invalidateQueries({ queryKey: queryKeys.settings }),
      ]),
  });
}

interface LMSVersionFormProps {
  readonly setting: LMSVersionSetting;
}

/** Why a version is not taken; undefined where it is. */
const faultOf = (version: string): string | undefined =>
  lmsVersionSchema.safeParse(version).error?.issues[0]?.message;

/** The current version, and another one entered for it. */
export function LMSVersionForm({ setting }: LMSVersionFormProps) {
  const { LMSCurrentVersion: current, changedBy, updated } = setting;
  const [entered, setEntered] = useState("");
  const [asked, setAsked] = useState<LMSVersionSetting>();
  const show = useSnackbar();
  const change = useLMSVersionChange((version) => {
    setAsked(undefined);
    setEntered("");
    show({ severity: "success", text: `The LMS version is ${version}` });
  });
  const version = entered.trim();
  const fault = version === "" ? undefined : faultOf(version);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (version === "" || fault !== undefined || version === current) return;
    change.reset();
    setAsked(setting);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ p: { xs: 1.5, sm: 1 }, pt: 2, display: "grid", gap: 1.5 }}
    >
      <div>
        <Typography component="p" sx={{ fontSize: "1.4rem", fontWeight: 650 }}>
          {current}
        </Typography>
        <Typography sx={{ color: "text.secondary" }}>
          {changedBy === null ? "From the configuration" : `Set by ${changedBy}`},{" "}
          {utcSecond(updated)}
        </Typography>
      </div>
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 2 }}>
        <TextField
          size="small"
          label="New LMS version"
          value={entered}
          onChange={({ target }) => setEntered(target.value)}
          error={fault !== undefined}
          helperText={fault === undefined ? "Such as 4.2 or 3.3.3" : `It ${fault}`}
          slotProps={{ htmlInput: { maxLength: 20 } }}
        />
        <Button
          type="submit"
          variant="contained"
          disabled={version === "" || fault !== undefined || version === current}
        >
          Change
        </Button>
      </Box>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={`Set the LMS version to ${version}`}
          text={effectOf(asked, version)}
          confirm="Set"
          busy={change.isPending}
          error={change.error?.message}
          onConfirm={() => change.mutate({ version, seen: asked })}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </Box>
  );
}

/** What the change means for the parameters in force. */
function effectOf({ LMSCurrentVersion, inForce }: LMSVersionSetting, version: string): string {
  const others = inForce
    .filter(({ LMSVersion }) => LMSVersion !== null && LMSVersion !== version)
    .reduce((sum, { records }) => sum + records, 0);
  const change = `From ${LMSCurrentVersion} to ${version}, on every server and screen.`;
  return others === 0
    ? `${change} No LiDAR parameters in force are of another version.`
    : `${change} LMS processing will not proceed for flights whose parameters in force are of another version: ${plural(others, "LiDAR parameter record")}.`;
}
