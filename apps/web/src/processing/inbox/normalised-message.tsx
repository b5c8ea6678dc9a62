import { styled } from "@mui/material/styles";

/** What stands for something that differs, in the words of the message's reader. */
const WORDS: Readonly<Record<string, string>> = {
  "<n>": "number",
  "<id>": "ID",
  "<file>": "file",
  "<time>": "time",
  "<address>": "address",
};

const PLACEHOLDERS = /(<(?:n|id|file|time|address)>)/;

/** A normalised message as it is read out. */
export const spokenMessage = (message: string): string =>
  message
    .split(PLACEHOLDERS)
    .map((part) => WORDS[part] ?? part)
    .join("");

const Varies = styled("i")({
  padding: "0 3px",
  borderRadius: 3,
  fontWeight: 400,
  color: "var(--mui-palette-text-secondary)",
  backgroundColor: "var(--mui-palette-action-hover)",
});

/** A normalised message; what differs from failure to failure is named in its place. */
export function NormalisedMessage({ message }: { message: string }) {
  const parts = message.split(PLACEHOLDERS);
  return (
    <bdi>
      {parts.map((part, index) => {
        const word = WORDS[part];
        // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the message
        return word === undefined ? part : <Varies key={index}>{word}</Varies>;
      })}
    </bdi>
  );
}
