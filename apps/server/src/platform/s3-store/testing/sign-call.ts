import { createHash, createHmac } from "node:crypto";

export interface S3Keys {
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface S3Call {
  readonly method: string;
  /** Percent-encoded, as it is sent. */
  readonly path: string;
  /** `name=value`, percent-encoded. */
  readonly query: readonly string[];
  /** By names in lower case; `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();

const SIGNED = /^(host|content-md5|x-amz-.*)$/;
const UNSIGNED = "UNSIGNED-PAYLOAD";

/** The headers of a call with its signature (AWS Signature Version 4, "Authenticating requests: using headers"). */
export function signCall(call: S3Call, keys: S3Keys, now: Date): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const headers: Record<string, string> = { ...call.headers, "x-amz-date": time };
  headers["x-amz-content-sha256"] ??= UNSIGNED;
  const names = Object.keys(headers)
    .filter((name) => SIGNED.test(name))
    .toSorted();
  const canonical = [
    call.method,
    call.path,
    call.query
      .map((item) => (item.includes("=") ? item : `${item}=`))
      .toSorted()
      .join("&"),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    "",
    names.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = [time.slice(0, 8), keys.region, "s3", "aws4_request"];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`);
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical)].join("\n");
  const signature = hmac(key, text).toString("hex");
  const credential = `Credential=${keys.accessKey}/${scope.join("/")}`;
  headers["authorization"] =
    `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return headers;
}
