import {
  UPLOAD_STATES,
  UPLOAD_STATUS,
  UPLOAD_STATUSES,
  type UploadActor,
  type UploadStatus,
  VIA_STATUSES,
} from "@swath/contract/uploads";

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const ACTORS: Readonly<Record<UploadActor, string>> = {
  client: "the sender",
  server: "the server",
  leader: "a team leader or administrator",
};

const code = (text: string): string => `\`${text}\``;
const mark = (is: boolean): string => (is ? "x" : "");

const statuses = (): string =>
  markdownTable(
    ["status", "shown as", "has a lease", "has a slot", "leads to"],
    UPLOAD_STATUSES.map((status) => {
      const { label, active, slot } = UPLOAD_STATUS[status];
      return [code(status), label, mark(active), mark(slot), next(status)];
    }),
  );

function next(status: UploadStatus): string {
  const to = UPLOAD_STATES.transitions.filter(({ from }) => from === status);
  return [...new Set(to.map((transition) => code(transition.to)))].join(" ");
}

/** One row for each event, actor and end: several beginnings may share it. */
function events(): string {
  const { transitions } = UPLOAD_STATES;
  const rows = Map.groupBy(transitions, ({ event, to, actor }) => [event, to, actor].join(" "));
  return markdownTable(
    ["event", "by", "from", "to"],
    [...rows.values()].map((same) => {
      const { event, to, actor } = same[0]!;
      return [code(event), ACTORS[actor], same.map(({ from }) => code(from)).join(" "), code(to)];
    }),
  );
}

/** The way from the choice of a folder to its data; failures and resets are in the table alone. */
function diagram(): string {
  const main = UPLOAD_STATES.transitions.filter(
    ({ event, actor }) =>
      actor !== "leader" && !/Failed$|^leaseLost$|^cancel|Undecided$/.test(event),
  );
  const arrows = main.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`);
  return ["```mermaid", "stateDiagram-v2", ...arrows, "```"].join("\n");
}

const passed = (): string => VIA_STATUSES.map((status) => `\`${status}\``).join(", ");

/** `docs/uploads.md`, of the table that the engine follows and the server enforces. */
export const uploadTables = (): string => `# The states of an upload

Printed by \`npm run print-tables\` from
[\`upload-status.ts\`](../packages/contract/src/uploads/upload-status.ts): the engine follows these tables,
the server enforces them, and answers what they refuse with 409 \`INVALID_TRANSITION\`.

## The way of an upload

${diagram()}

## Statuses

An upload with a lease is kept by a heartbeat; one with a slot counts among those that send.

The sender passes ${passed()} on the way to the next status in one call (\`via\`), as two calls would: a
link by satellite takes 0.6 s for each. Where the second move is refused the upload stays between the two,
as \`reached\` in the error's details says.

${statuses()}

## Events

${events()}
`;
