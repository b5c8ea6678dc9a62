import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { LasHeader } from "@swath/survey/readers";
import type { ReactNode } from "react";
import { Picture, useObjectSource } from "../../ui/picture/picture.tsx";
import { Detail, Details } from "../../ui/text/details.tsx";
import { formatBytes, formatCount } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import type { Preview } from "./preview-content.ts";

const NOTES: Readonly<Record<"empty" | "binary" | "damagedCloud", string>> = {
  empty: "This file is empty.",
  binary: "This file holds no text, and there is no preview of its kind. Download it to open it.",
  damagedCloud: "This file is named like a point cloud, but its header is damaged or missing.",
};

interface PreviewContentProps {
  readonly preview: Preview;
  readonly name: string;
  readonly onRetry: () => void;
}

/** A file's content; nothing in it runs, and it loads nothing. */
export function PreviewContent({ preview, name, onRetry }: PreviewContentProps) {
  switch (preview.kind) {
    case "text":
      return (
        <Scrolled name={name} isCut={preview.isCut}>
          <Box component="pre" sx={{ m: 0, p: 2, fontSize: "0.78rem", tabSize: 4 }}>
            {safeText(preview.text)}
          </Box>
        </Scrolled>
      );
    case "table":
      return (
        <Scrolled name={name} isCut={preview.isCut}>
          <PreviewTable rows={preview.rows} />
        </Scrolled>
      );
    case "picture":
      return (
        <Scrolled name={name}>
          <Picture
            {...preview}
            name={name}
            onRetry={onRetry}
            sx={{ display: "block", maxWidth: 1, m: "auto", p: 2 }}
          />
        </Scrolled>
      );
    case "pdf":
      return <PdfFrame content={preview.content} name={name} />;
    case "cloud":
      return <CloudFacts header={preview.header} />;
    case "tooLarge":
      return (
        <Note>
          This file is larger than {formatBytes(preview.most)}: too large to be shown here. Download
          it to open it.
        </Note>
      );
    case "empty":
    case "binary":
    case "damagedCloud":
      break;
  }
  return <Note>{NOTES[preview.kind]}</Note>;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <Typography sx={{ p: 2, color: "text.secondary" }}>{children}</Typography>
);

interface ScrolledProps {
  readonly name: string;
  readonly isCut?: boolean;
  readonly children: ReactNode;
}

function Scrolled({ name, isCut = false, children }: ScrolledProps) {
  return (
    <Box
      component="section"
      aria-label={`Content of ${name}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      sx={{ height: 1, overflow: "auto" }}
    >
      {children}
      {isCut ? <Note>Only the beginning is shown. Download the file for the rest.</Note> : null}
    </Box>
  );
}

/* oxlint-disable react/no-array-index-key -- the rows and cells of a file stay where they are */
function PreviewTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows;
  return (
    <Box
      component="table"
      sx={{
        borderCollapse: "collapse",
        minWidth: 1,
        fontSize: "0.78rem",
        "& th, & td": {
          px: 1.25,
          py: 0.5,
          textAlign: "left",
          whiteSpace: "pre",
          borderBottom: 1,
          borderColor: "divider",
        },
        "& th": { position: "sticky", top: 0, bgcolor: "background.paper" },
      }}
    >
      <thead>
        <tr>
          {head.map((text, column) => (
            <th key={column} scope="col">
              {safeText(text)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells, row) => (
          <tr key={row}>
            {cells.map((text, column) => (
              <td key={column}>{safeText(text)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/* oxlint-enable react/no-array-index-key */

/** Of the viewers of Chromium and Firefox: pages as wide as the frame, without a list of them. */
const PDF_VIEW = "#navpanes=0&pagemode=none&view=FitH";

function PdfFrame({ content, name }: { readonly content: Blob; readonly name: string }) {
  const source = useObjectSource(content, PDF_VIEW);
  return (
    <Box
      component="iframe"
      ref={source}
      title={`Content of ${name}`}
      referrerPolicy="no-referrer"
      sx={{ display: "block", width: 1, height: 1, border: 0 }}
    />
  );
}

const coordinates = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(2)).join(", ");

/** What the header of a point cloud states. */
function CloudFacts({ header }: { readonly header: LasHeader }) {
  const { version, pointFormat, compressed, pointCount, bounds, truncated } = header;
  return (
    <Box sx={{ p: 2 }}>
      <Details columnGap={2}>
        <Detail name="Format">
          LAS {version}
          {compressed ? ", compressed (LAZ)" : ""}
        </Detail>
        <Detail name="Point format">{pointFormat}</Detail>
        <Detail name="Points">{formatCount(pointCount)}</Detail>
        <Detail name="Minimum x, y, z">{coordinates(bounds.min)}</Detail>
        <Detail name="Maximum x, y, z">{coordinates(bounds.max)}</Detail>
      </Details>
      {truncated ? (
        <Typography role="alert" sx={{ mt: 2, color: "error.main" }}>
          The file ends before its last point.
        </Typography>
      ) : null}
    </Box>
  );
}
