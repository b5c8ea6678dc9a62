import Alert from "@mui/material/Alert";
import Autocomplete, { type AutocompleteRenderInputParams } from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import InputAdornment from "@mui/material/InputAdornment";
import Search from "@mui/icons-material/Search";
import type { PopperProps } from "@mui/material/Popper";
import TextField from "@mui/material/TextField";
import { styled } from "@mui/material/styles";
import { endpoints } from "@swath/contract/endpoints";
import type { Found } from "@swath/contract/find";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type HTMLAttributes, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { useIdentity } from "../platform/session/session.ts";
import { closedBy, keepFocus } from "../ui/dialog/modal-dialog.tsx";
import { safeText } from "../ui/text/safe-text.ts";
import {
  type Command,
  type FixedCommand,
  foundCommand,
  matches,
  pageCommands,
} from "./commands.ts";

/** A hand that types on is not searched for. */
const TYPING_MS = 150;
const SHORTEST = 2;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What is called so, of what the server knows. */
function useFound(typed: string) {
  const api = useApi();
  const text = useSettled(typed.trim());
  const isSearched = text.length >= SHORTEST;
  const { data, isError, isFetching } = useQuery({
    queryKey: queryKeys.found(text),
    queryFn: ({ signal }) => api.call(endpoints.find, { query: { text }, signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
  const isWaiting = typed.trim().length >= SHORTEST && (isFetching || text !== typed.trim());
  return { found: isSearched ? (data ?? []) : [], isError: isSearched && isError, isWaiting };
}

/** The list stands in the dialog, not above it. */
function InPlace({ children }: PopperProps) {
  return <div>{typeof children === "function" ? null : children}</div>;
}

const Option = styled("div")({ display: "flex", gap: 12 });

const Group = styled("div")({});
const GroupName = styled("div")(({ theme }) => ({
  padding: "8px 16px 4px",
  color: (theme.vars ?? theme).palette.text.secondary,
  fontSize: "0.72rem",
  fontWeight: 650,
  letterSpacing: "0.04em",
}));

interface PaletteDialogProps {
  /** What can be done besides going somewhere. */
  readonly actions: readonly FixedCommand[];
  readonly onClose: () => void;
}

/** Finds pages, actions, and what has an identifier or a name; Enter goes there. */
export function PaletteDialog({ actions, onClose }: PaletteDialogProps) {
  const [typed, setTyped] = useState("");
  const { found, isError, isWaiting } = useFound(typed);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={closedBy(onClose)}
      onMouseDown={keepFocus}
      slotProps={{
        paper: { "aria-label": "Find" },
        transition: { onEnter: () => field.current?.focus() },
      }}
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <CommandField
        inputRef={field}
        actions={actions}
        found={found}
        typed={typed}
        onTyped={setTyped}
        isWaiting={isWaiting}
        onClose={onClose}
      />
      {isError ? (
        <Alert severity="warning" square>
          The search failed. Pages and actions are listed; type on to search again.
        </Alert>
      ) : null}
    </Dialog>
  );
}

interface CommandFieldProps extends PaletteDialogProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly found: readonly Found[];
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly isWaiting: boolean;
}

/** The field, and below it what it finds, in groups. */
function CommandField({ actions, found, typed, onTyped, onClose, ...props }: CommandFieldProps) {
  const router = useRouter();
  const { roles } = useIdentity();
  const fixed = useMemo(() => [...pageCommands(roles), ...actions], [roles, actions]);
  const commands: Command[] = [
    ...found.map(foundCommand),
    ...fixed.filter((command) => matches(command, typed.trim())),
  ];
  const run = ({ href, act }: Command): void => {
    onClose();
    act?.();
    if (href !== undefined) router.history.push(href);
  };
  return (
    <Autocomplete<Command, false, true>
      open
      disableClearable
      autoHighlight
      options={commands}
      filterOptions={(options) => options}
      groupBy={({ group }) => group}
      getOptionKey={({ key }) => key}
      getOptionLabel={({ title }) => title}
      isOptionEqualToValue={({ key }, { key: other }) => key === other}
      inputValue={typed}
      onInputChange={(_event, text, reason) => {
        if (reason === "input") onTyped(text);
      }}
      onChange={(_event, command) => run(command)}
      onClose={(_event, reason) => {
        if (reason === "escape") onClose();
      }}
      loading={props.isWaiting}
      loadingText="Searching…"
      noOptionsText="No match"
      slots={{ popper: InPlace }}
      slotProps={LIST}
      renderGroup={({ key, group, children }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox holds options and groups alone
        <Group key={key} role="group" aria-label={group}>
          <GroupName aria-hidden>{group}</GroupName>
          {children}
        </Group>
      )}
      renderOption={({ key: _key, ...of }, { key, title, detail }) => (
        <Option key={key} {...(of as HTMLAttributes<HTMLElement>)}>
          <Box component="span" sx={{ flex: 1, whiteSpace: "pre-wrap" }}>
            {safeText(title)}
          </Box>
          <Box component="span" sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
            {safeText(detail)}
          </Box>
        </Option>
      )}
      renderInput={(params) => <Field params={params} inputRef={props.inputRef} />}
    />
  );
}

const LIST = {
  paper: { elevation: 0, square: true },
  listbox: {
    component: "div",
    "aria-label": "Found",
    "aria-labelledby": undefined,
    sx: { maxHeight: "min(56vh, 520px)" },
  },
} as const;

interface FieldProps {
  readonly params: AutocompleteRenderInputParams;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

function Field({ params, inputRef }: FieldProps) {
  return (
    <TextField
      {...params}
      inputRef={inputRef}
      placeholder="Flight, sensor log, project, page or action"
      sx={{ p: 1.5 }}
      slotProps={{
        ...params.slotProps,
        htmlInput: { ...params.slotProps.htmlInput, "aria-label": "Find" },
        input: {
          ...params.slotProps.input,
          startAdornment: (
            <InputAdornment position="start">
              <Search fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: null,
        },
      }}
    />
  );
}
