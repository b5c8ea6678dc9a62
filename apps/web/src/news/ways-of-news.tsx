import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import { useState } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session.ts";
import type { BrowserPush } from "./browser-push.ts";
import { savedChoice } from "./news-queries.ts";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { plural } from "../ui/text/format.ts";

/** The ways of this server, and what the user chose of them. */
function newsSettingsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.newsSettings,
    queryFn: ({ signal }) => api.call(endpoints.readNewsSettings, { signal }),
  });
}

function useMailChoice() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean) => api.call(endpoints.setNewsMail, { body: { isOn } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.newsSettings }),
  });
}

async function turnOn(api: Api, browser: BrowserPush, publicKey: string): Promise<void> {
  const body = await browser.subscribe(publicKey);
  if (body === undefined)
    throw new Error(/* text */ "The browser was not allowed to show notifications.");
  await api.call(endpoints.subscribePush, { body });
}

async function turnOff(api: Api, browser: BrowserPush): Promise<void> {
  const endpoint = await browser.unsubscribe();
  if (endpoint !== undefined) await api.call(endpoints.unsubscribePush, { body: { endpoint } });
}

/** Whether news is pushed to this browser, and the change of it. */
function usePushChoice(browser: BrowserPush, publicKey: string) {
  const api = useApi();
  const { subject } = useIdentity();
  const [isOn, setOn] = useState(() => savedChoice.isOf(subject));
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(api, browser, publicKey) : turnOff(api, browser)),
    onSuccess: (_, on) => {
      if (on) savedChoice.keep(subject);
      else savedChoice.forget();
      setOn(on);
    },
  });
  return { isOn: isPending ? variables : isOn, problem: error?.message, change: mutate };
}

/** The ways by which news also comes, of those that this server has. */
export function WaysOfNews({ push: browser }: { readonly push: BrowserPush }) {
  const { data, error } = useQuery(newsSettingsQuery(useApi()));
  if (data === undefined)
    return error === null ? (
      <Waiting text="Loading your news settings..." />
    ) : (
      <Alert severity="error">Your news settings could not be loaded: {error.message}</Alert>
    );
  const { mail, push } = data;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography sx={{ color: "text.secondary" }}>
        News of the flights you follow is in the bell above.
        {mail === null && push === null ? null : " You can also get it by:"}
      </Typography>
      {mail === null ? null : <MailWay {...mail} />}
      {push === null ? null : <PushWay publicKey={push.publicKey} browser={browser} />}
    </Box>
  );
}

interface WayProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly problem: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

function Way({ label, hint, isOn, disabled = false, problem, onChange }: WayProps) {
  return (
    <div>
      <FormControlLabel
        label={label}
        control={
          <Switch checked={isOn} disabled={disabled} onChange={(_, checked) => onChange(checked)} />
        }
      />
      <FormHelperText sx={{ ml: 6 }}>{hint}</FormHelperText>
      {problem === undefined ? null : <Alert severity="error">{problem}</Alert>}
    </div>
  );
}

function MailWay({ address, isOn, minutes }: { address: string; isOn: boolean; minutes: number }) {
  const choice = useMailChoice();
  return (
    <Way
      label={`Mail to ${address}`}
      hint={`At most one in ${plural(minutes, "minute")}, while you are signed in somewhere.`}
      isOn={choice.isPending ? choice.variables : isOn}
      problem={choice.error?.message}
      onChange={choice.mutate}
    />
  );
}

const PUSH_HINT = {
  unsupported: "This browser shows no notifications of web sites.",
  refused: "This browser refuses notifications of this site: allow them in its settings first.",
  possible: "Also while no page is open, until you sign out.",
} as const;

function PushWay({ publicKey, browser }: { publicKey: string; browser: BrowserPush }) {
  const choice = usePushChoice(browser, publicKey);
  const state = browser.state();
  return (
    <Way
      label="Notifications of this browser"
      hint={PUSH_HINT[state]}
      disabled={state !== "possible"}
      isOn={state === "possible" && choice.isOn}
      problem={choice.problem}
      onChange={choice.change}
    />
  );
}
