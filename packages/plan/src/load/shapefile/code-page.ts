/** Encodings of dBASE language drivers (dBASE table header, byte 29), as far as browsers know them. */
const DRIVERS: Readonly<Record<number, string>> = {
  0x03: "windows-1252",
  0x08: "windows-1252",
  0x57: "windows-1252",
  0x58: "windows-1252",
  0x59: "windows-1252",
  0x26: "ibm866",
  0x65: "ibm866",
  0x7d: "windows-1255",
  0x7e: "windows-1256",
  0xc8: "windows-1250",
  0xc9: "windows-1251",
  0xca: "windows-1254",
  0xcb: "windows-1253",
  0xcc: "windows-1257",
  0x4d: "gbk",
  0x4e: "euc-kr",
  0x4f: "big5",
  0x50: "windows-874",
};

/** The encoding that a .cpg names: `UTF-8`, `1252`, `ANSI 1252`, `ISO 88591`; undefined where it is none. */
function encodingOfCpg(cpg: Uint8Array): string | undefined {
  const label = new TextDecoder().decode(cpg.subarray(0, 100)).trim().toLowerCase();
  const number = /(\d{3,6})$/.exec(label)?.[1] ?? "";
  if (label === "" || label === "system") return undefined;
  if (/utf-?8/.test(label) || number === "65001") return "utf-8";
  if (/^(?:ansi|cp|windows|ms)?[\s-]*(?:125\d|874)$/.test(label)) return `windows-${number}`;
  const latin = /^(?:iso)?[\s_-]*8859[\s_-]*(\d{1,2})$/.exec(label)?.[1];
  return latin === undefined ? label : `iso-8859-${latin}`;
}

/**
 * Turns the bytes of a .dbf into text: by the .cpg, else by the language driver of the table, else
 * UTF-8 where the bytes are such, else Windows-1252. Half the files of the field name neither.
 */
export function textDecoder(
  cpg: Uint8Array | undefined,
  driver: number,
): (bytes: Uint8Array) => string {
  const label = (cpg === undefined ? undefined : encodingOfCpg(cpg)) ?? DRIVERS[driver];
  const named = label === undefined ? undefined : decoderOf(label);
  if (named !== undefined) return (bytes) => named.decode(bytes);
  const [strict, latin] = [
    new TextDecoder("utf-8", { fatal: true }),
    new TextDecoder("windows-1252"),
  ];
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return latin.decode(bytes);
    }
  };
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
