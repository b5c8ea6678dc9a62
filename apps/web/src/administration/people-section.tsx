import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import type { Certificate } from "@swath/contract/retention";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import { POLL_MODERATE_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { saveBlob, saveFile } from "../platform/save-file.ts";
import { ReasonDialog } from "../ui/dialog/reason-dialog.tsx";
import { Freshness, Loaded } from "../ui/feedback/loaded.tsx";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import { PAGE_HEAD } from "../ui/page/page-layout.ts";
import type { Column } from "../ui/table/data-table.tsx";
import { FoldingTable } from "../ui/table/folding-table.tsx";
import { utcMinute } from "../ui/text/format.ts";
import { MOST_REASON } from "./holds-section.tsx";

const LOADING = "Loading Certificates...";

const certificatesQuery = (api: Api) => ({
  queryKey: queryKeys.certificates,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(endpoints.listCertificates, { signal }),
  ...polling(POLL_MODERATE_MS),
});

const columnsOf = (onSave: (of: Certificate) => void): readonly Column<Certificate>[] => [
  { name: "Removed", isRowHeader: true, cell: ({ about }) => about },
  { name: "When", cell: ({ made }) => utcMinute(made) },
  { name: "By", cell: ({ by }) => by },
  {
    name: "Certificate",
    cell: (certificate) => (
      <Button
        size="small"
        aria-label={`Save the certificate of ${certificate.about}`}
        onClick={() => onSave(certificate)}
      >
        Save
      </Button>
    ),
  },
];

function Certificates({ certificates }: { readonly certificates: readonly Certificate[] }) {
  const api = useApi();
  const show = useSnackbar();
  const save = useMutation({
    mutationFn: ({ id }: Certificate) =>
      api.call(endpoints.readCertificate, { params: { certificateId: String(id) } }),
    onSuccess: ({ name, document, list }) => {
      saveBlob(new Blob([document], { type: "application/json" }), name);
      if (list !== null) saveFile(list);
    },
    onError: ({ message }) => show({ severity: "error", text: message }),
  });
  if (certificates.length === 0)
    return <Typography sx={{ p: 2, color: "text.secondary" }}>Nothing was removed yet.</Typography>;
  return (
    <FoldingTable
      caption="Certificates"
      columns={columnsOf((certificate) => save.mutate(certificate))}
      rows={certificates}
      minWidth={640}
      keyOf={({ id }) => String(id)}
    />
  );
}

interface Person {
  readonly subject: string;
  readonly name: string;
}

function Removal({ person, onDone }: { person: Person; onDone: (done: boolean) => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  const removal = useMutation({
    mutationFn: (reason: string) =>
      api.call(endpoints.removePerson, { body: { ...person, reason } }),
    onSuccess: ({ pseudonym }) => {
      show({ severity: "success", text: `The records say ${pseudonym} from now on` });
      onDone(true);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
  });
  return (
    <ReasonDialog
      title={`Remove ${person.name}`}
      text="Sessions, views, news and settings of this person are removed, and records and audit log get a pseudonym in place of the name. It cannot be taken back. Remove the person from the identity provider first."
      label="Reason"
      required
      maxLength={MOST_REASON}
      confirm="Remove"
      destructive
      busy={removal.isPending}
      error={removal.error?.message}
      onConfirm={(reason) => removal.mutate(reason)}
      onCancel={() => onDone(false)}
    />
  );
}

const NOBODY: Person = { subject: "", name: "" };

function RemovalForm({ onAsk }: { readonly onAsk: (person: Person, clear: () => void) => void }) {
  const [entered, setEntered] = useState(NOBODY);
  const person = { subject: entered.subject.trim(), name: entered.name.trim() };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (person.subject !== "" && person.name !== "") onAsk(person, () => setEntered(NOBODY));
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-start", gap: 2, py: 1.5 }}
    >
      <TextField
        size="small"
        label="Subject"
        helperText="As the identity provider names the person"
        value={entered.subject}
        onChange={({ target }) => setEntered({ ...entered, subject: target.value })}
        slotProps={{ htmlInput: { maxLength: 512 } }}
      />
      <TextField
        size="small"
        label="Full name"
        helperText="As the records have it"
        value={entered.name}
        onChange={({ target }) => setEntered({ ...entered, name: target.value })}
        slotProps={{ htmlInput: { maxLength: 512 } }}
      />
      <Button type="submit" color="error" disabled={person.subject === "" || person.name === ""}>
        Remove a person
      </Button>
    </Box>
  );
}

/** Removes a person on request, and has the certificates of it. */
export function PeopleSection() {
  const query = usePolledQuery(certificatesQuery(useApi()));
  const [asked, setAsked] = useState<{ person: Person; clear: () => void }>();
  return (
    <>
      <Box sx={PAGE_HEAD}>
        <Typography variant="h2">Removed people and certificates</Typography>
        <Box sx={{ flex: 1 }} />
        <Freshness query={query} loading={LOADING} />
      </Box>
      <RemovalForm onAsk={(person, clear) => setAsked({ person, clear })} />
      <Loaded
        query={query}
        loading={LOADING}
        shape="lines"
        failed="The certificates could not be loaded"
      >
        {(certificates) => <Certificates certificates={certificates} />}
      </Loaded>
      {asked === undefined ? null : (
        <Removal
          person={asked.person}
          onDone={(done) => {
            if (done) asked.clear();
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}
