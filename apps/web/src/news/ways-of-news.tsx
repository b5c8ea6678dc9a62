import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../platform/api/api-context.tsx";
import { Waiting } from "../ui/feedback/waiting.tsx";
import { plural } from "../ui/format/count.ts";
import type { BrowserPush } from "./push/browser-push.ts";
import { newsSettingsQuery, useMailChoice, usePushChoice } from "./way-queries.ts";

/** The ways by which news also comes, of those that this server has. */
export function WaysOfNews({ push: browser }: { readonly push: BrowserPush }) {
  const { data, error } = useQuery(newsSettingsQuery(useApi()));
  if (data === undefined)
    return error === null ? (
      <Waiting text="Loading the ways of news..." />
    ) : (
      <Alert severity="error">The ways of news could not be loaded: {error.message}</Alert>
    );
  const { mail, push } = data;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography sx={{ color: "text.secondary" }}>
        What happens to the flights you follow stands in the bell above
        {mail === null && push === null ? "." : ", and comes by these ways where you choose so:"}
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
