const CRLF = "\r\n";

/** The text of a multipart form (RFC 7578) before and after the bytes of its file. */
export interface FormText {
  readonly contentType: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** As browsers write names (HTML, "multipart form data"): no quote and no line break in them. */
const quoted = (name: string): string =>
  `"${name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")}"`;

/** The fields in their order, then `file`: a store ignores what follows it. */
export function formText(fields: Readonly<Record<string, string>>, boundary: string): FormText {
  const part = `--${boundary}${CRLF}content-disposition: form-data; name=`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part}${quoted(name)}${CRLF}${CRLF}${value}${CRLF}`,
  );
  const type = "content-type: application/octet-stream";
  const file = `${part}"file"; filename="blob"${CRLF}${type}${CRLF}${CRLF}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    before: Buffer.from([...texts, file].join("")),
    after: Buffer.from(`${CRLF}--${boundary}--${CRLF}`),
  };
}
